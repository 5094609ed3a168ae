#!/usr/bin/env bash
# Compares the CPU time of the bindings with the library, in alternating pairs of processes that read a module of 4.9 MB.
#
#   tests/bench/bindings.sh [-n PAIRS] [c] [python] [wasm]
#
# Builds the library and the named bindings (default: all) with their release profiles. Prints a line for each binding and
# case: the medians, the median ratio of the pairs, and the target ratio.
#
# Environment:
#   BENCH_MODULE  the module to read, instead of a generated module
#   BENCH_BUILT   if set, uses the builds of an earlier run
#   BENCH_PYTHON  a Python with the package, instead of a new virtual environment
SPV_OPT=${SPV_OPT:-none}
source "$(dirname "$0")/common.sh"
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- c python wasm
rounds=3
here=tests/bench/throughput
built=$target/bindings
python=${BENCH_PYTHON:-$target/bench/venv/bin/python}

[ -n "${BENCH_BUILT:-}" ] || cargo build -q --profile bindings -p spv-tests --bin throughput --bin gen_binary
module=${BENCH_MODULE:-$inputs/shader_4.9mb.spv}
[ -s "$module" ] || "$built/gen_binary" --size 4900000 --functions 2000 -o "$module"

build_c() {
    [ -n "${BENCH_BUILT:-}" ] || cargo build -q --profile bindings -p spv-opt-c
    cc -O2 -I bindings/c/include "$here/throughput.c" -L "$built" -lspvopt -Wl,-rpath,"$(realpath "$built")" \
        -o "$scratch/throughput"
}
build_python() {
    [ -z "${BENCH_PYTHON:-}${BENCH_BUILT:-}" ] || return 0
    python3 -m venv "$target/bench/venv"
    "$target/bench/venv/bin/pip" install --quiet bindings/python
}
build_wasm() { [ -n "${BENCH_BUILT:-}" ] || bindings/wasm/build.sh; }

run_library() { "$built/throughput" "$module" $rounds; }
run_c() { "$scratch/throughput" "$module" $rounds; }
run_python() { "$python" "$here/throughput.py" "$module" $rounds; }
run_wasm() { node "$here/throughput.mjs" "$module" $rounds; }

failed=0
printf '%s, %d bytes, %d pairs\n' "$(basename "$module")" "$(stat -c %s "$module")" "$pairs"
for binding in "$@"; do
    goal=1.10
    [ "$binding" != wasm ] || goal=3.00
    "build_$binding"
    : > "$scratch/pairs"
    for ((i = 0; i < pairs; i++)); do
        run_library > "$scratch/library"
        "run_$binding" > "$scratch/binding"
        # Seconds of the binding, seconds of the library, the case.
        paste -d ' ' <(cut -d ' ' -f 1 "$scratch/binding") "$scratch/library" >> "$scratch/pairs"
    done
    while read -r name; do
        grep " $name\$" "$scratch/pairs" > "$scratch/case"
        awk -v name="$binding: $name" -v goal="$goal" -v ratio="$(column '$1 / $2' "$scratch/case")" \
            -v a="$(column '$1' "$scratch/case")" -v b="$(column '$2' "$scratch/case")" 'BEGIN {
                printf "%-24s %7.3f s, library %7.3f s, ratio %5.2f (at most %s)  %s\n", name, a, b, ratio, goal,
                    ratio <= goal ? "ok" : "missed"
                exit ratio > goal }' || failed=1
    done < <(cut -d ' ' -f 2- "$scratch/library")
done
exit $failed
