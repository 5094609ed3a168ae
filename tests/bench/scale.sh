#!/usr/bin/env bash
# What `spv-opt batch` costs: scale.sh COUNT FOLDER MODULE...: makes COUNT replicas of the modules in FOLDER, and runs `-O` on
# them with one and with two threads, from the cache, and where all results are there. SPV_OPT names the tool.
set -euo pipefail
count=$1 folder=$2
shift 2
tool="$(realpath "${SPV_OPT:-target/release/spv-opt}")"
here="$(cd "$(dirname "$0")" && pwd)"
mkdir -p "$folder"
[ -d "$folder/in" ] || "$here/replicas.py" "$count" "$folder/in" "$@"
cd "$folder"
run() {
    local label=$1
    shift
    local start end
    start=$(date +%s.%N)
    /usr/bin/env time -f "%U %S %M" -o time.txt "$tool" batch in --pipeline O "$@" >summary.txt 2>/dev/null || true
    end=$(date +%s.%N)
    awk -v label="$label" -v wall="$(echo "$end - $start" | bc)" -v count="$count" -v summary="$(cat summary.txt)" \
        '{ printf "%-28s %7.1f s wall, %7.1f s CPU, %6.0f modules/s and core, %4d MiB; %s\n",
            label, wall, $1 + $2, count / ($1 + $2), $3 / 1024, summary }' time.txt
}
rm -rf out-* cache
run "one thread" --jobs 1 -o out-1
run "two threads, filling a cache" --jobs 2 -o out-2 --cache cache
run "all from the cache" --jobs 1 -o out-3 --cache cache
run "all there" --jobs 1 -o out-3 --cache cache
diff -rq out-1 out-2 | grep -v results.jsonl || true
