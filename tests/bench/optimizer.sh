#!/usr/bin/env bash
# Compares the optimizer with its peers, in alternating pairs of runs.
#
#   SPV_CORPUS=DIR tests/bench/optimizer.sh [-n PAIRS]
#
# Builds the release driver and the generators, creates the inputs once in target/bench/, and prints a line for each
# measurement: its name, the median ratio of the pairs, and the target ratio. Peak memory is a median, too. Without
# SPV_CORPUS the measurement over a directory of modules is skipped.
#
# Environment:
#   SPV_OPT       a driver to measure instead of building one
#   BENCH_INPUTS  a directory with (or for) the inputs, instead of target/bench/
source "$(dirname "$0")/common.sh"

small=$(input shader_200.spv gen_binary --size 500000 --functions 200)
middle=$(input shader_4.9mb.spv gen_binary --size 4900000 --functions 2000)
large=$(input shader_8000.spv gen_binary --size 20000000 --functions 8000)
text=$(input text_47mb.mlir gen_text --functions 20000)

# compare WORK FORMAT TARGET A B: runs pairs of two functions that print seconds and KiB; prints the ratio A to B.
compare() {
    local work=$1 format=$2 goal=$3 a=$4 b=$5 i
    : > "$scratch/pairs"
    for ((i = 0; i <= pairs; i++)); do
        # The first pair warms the caches and does not count.
        local x y
        x=$("$a" "$format") && y=$("$b" "$format") || { echo "$work: FAILED"; failed=1; return; }
        [ "$i" = 0 ] || echo "$x $y" >> "$scratch/pairs"
    done
    local rows=$scratch/pairs
    awk -v work="$work" -v goal="$goal" -v ratio="$(column '$1 / ($3 > 0 ? $3 : 0.001)' "$rows")" \
        -v a="$(column '$1' "$rows")" -v b="$(column '$3' "$rows")" \
        -v am="$(column '$2' "$rows")" -v bm="$(column '$4' "$rows")" \
        'BEGIN { printf "%-58s %8.3f s %8.3f s  ratio %7.3f (at most %s)  %7.1f MB %7.1f MB  %s\n", work, a, b,
            ratio, goal, am * 1024 / 1e6, bm * 1024 / 1e6, ratio <= goal ? "ok" : "missed" }'
}

quiet=--mlir-disable-threading
optimize_small() { measure "$1" "$ours" -O $quiet "$small" -o "$scratch/a.spv"; }
optimize_middle() { measure "$1" "$ours" -O $quiet "$middle" -o "$scratch/a.spv"; }
peer_small() { measure "$1" spirv-opt --skip-validation -O "$small" -o "$scratch/b.spv"; }
peer_load_store() { measure "$1" spirv-opt --skip-validation "$middle" -o "$scratch/b.spv"; }
clean_text() { measure "$1" "$ours" --canonicalize --cse $quiet "$text" -o "$scratch/a.mlir"; }
peer_clean_text() { measure "$1" mlir-opt-14 --canonicalize --cse $quiet "$text" -o "$scratch/b.mlir"; }
two_threads() { measure "$1" taskset -c 0,1 "$ours" --canonicalize --cse "$text" -o "$scratch/b.mlir"; }
directory() {
    rm -rf "$scratch/out"
    measure "$1" "$ours" -O $quiet "$SPV_CORPUS"/*.spv -o "$scratch/out"
}
peer_directory() {
    # Modules on which it fails count with the time until the failure.
    measure "$1" bash -c 'for f in "$0"/*.spv; do
        spirv-opt --skip-validation -O "$f" -o "$1" > /dev/null 2>&1 || true; done' "$SPV_CORPUS" "$scratch/b.spv"
}

failed=0
echo "$pairs pairs each: ours, the other, the ratio of their seconds; peak memory of both"
if have spirv-opt; then
    if [ -n "${SPV_CORPUS:-}" ]; then
        compare "-O over SPV_CORPUS, user" 3U 0.2 directory peer_directory
    fi
    compare "-O, 0.5 MB, 200 functions, user" 3U 0.15 optimize_small peer_small
    compare "-O, 4.9 MB, against load + store, user" 3U 16 optimize_middle peer_load_store
else
    echo "skipped: spirv-opt is not installed (Debian package: spirv-tools)"
fi
if have mlir-opt-14; then
    compare "canonicalize + cse, 47 MB text, user" 3U 0.20 clean_text peer_clean_text
else
    echo "skipped: mlir-opt-14 is not installed (Debian package: mlir-14-tools)"
fi
if [ "$(nproc)" -ge 2 ] && have taskset; then
    compare "canonicalize + cse, 47 MB text, two threads, wall" 3R 0.68 two_threads clean_text
    cmp "$scratch/a.mlir" "$scratch/b.mlir" || failed=1
fi

# Seconds per instruction, to show the growth with the size.
for file in "$small" "$middle" "$large"; do
    seconds=$(for ((i = 0; i < pairs; i++)); do measure 3U "$ours" -O $quiet "$file" -o "$scratch/a.spv"; done)
    words=$(($(stat -c %s "$file") / 4))
    echo "$seconds" | awk -v words="$words" -v file="$(basename "$file")" -v s="$(echo "$seconds" | median)" '
        $2 > peak { peak = $2 }
        END { printf "-O, %-24s %8.3f s  %7.1f ns a word  %7.1f MB\n", file, s, s * 1e9 / words, peak * 1024 / 1e6 }'
done
exit $failed
