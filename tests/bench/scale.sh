#!/usr/bin/env bash
# Measures `spv-opt batch`: scale.sh COUNT DIR MODULE...
# Creates COUNT replicas of the modules in DIR, and runs `-O` on them: with one thread, with a cache in a directory and on an
# HTTP server (filling it and from it), again after a complete run, as two processes, and with Dask and two worker processes.
# SPV_OPT names the tool, BENCH_PYTHON a Python with the package and `distributed`.
set -euo pipefail
count=$1 directory=$2
shift 2
tool="$(realpath "${SPV_OPT:-target/release/spv-opt}")"
here="$(cd "$(dirname "$0")" && pwd)"
mkdir -p "$directory"
[ -d "$directory/in" ] || "$here/replicas.py" "$count" "$directory/in" "$@"
cd "$directory"
# timed LABEL COMMAND...: prints the CPU time of all processes.
timed() {
    local label=$1 start end
    shift
    start=$(date +%s.%N)
    "$(type -P time)" -f "%U %S %M" -o time.txt "$@" >summary.txt 2>error.txt || true
    end=$(date +%s.%N)
    awk -v label="$label" -v start="$start" -v end="$end" -v count="$count" -v summary="$(tail -n 1 summary.txt)" \
        '{ printf "%-28s %7.1f s wall, %7.2f s CPU, %7.3f ms/module, %6.0f modules/s and core, %4d MiB; %s\n",
            label, end - start, $1 + $2, 1e3 * ($1 + $2) / count, count / ($1 + $2), $3 / 1024, summary }' \
        <(tail -n 1 time.txt)
}
batch() { timed "$1" "$tool" batch in --pipeline O "${@:2}"; }
two_processes() {
    timed "$1" bash -c 'for i in 1 2; do "$1" batch in --pipeline O --jobs 1 --shard $i/2 -o "$2" & done; wait' - "$tool" "$2"
}
dask() {
    [ -n "${BENCH_PYTHON:-}" ] || return 0
    timed "$1" "$BENCH_PYTHON" -c 'if __name__ == "__main__":
    import sys, distributed, spv_opt.dask
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        print(len(spv_opt.dask.batch(["in"], sys.argv[1], client=client, pipeline="O").records), "modules")' "$2"
}
rm -rf out-* cache
batch "one thread" --jobs 1 -o out-1
batch "filling a directory" --jobs 1 -o out-2 --cache cache
batch "all from the directory" --jobs 1 -o out-3 --cache cache
batch "all there" --jobs 1 -o out-3 --cache cache
port=${BENCH_PORT:-8817}
"$here/cache_server.py" "$port" &
server=$!
trap 'kill $server' EXIT
sleep 1
batch "filling an HTTP cache" --jobs 1 -o out-4 --cache "http://127.0.0.1:$port"
batch "all from the HTTP cache" --jobs 1 -o out-5 --cache "http://127.0.0.1:$port"
two_processes "two processes" out-6
dask "Dask, two processes" out-7
for out in out-[2-7]; do diff -rq out-1 "$out" | grep -v results- | grep -v results.jsonl || true; done
