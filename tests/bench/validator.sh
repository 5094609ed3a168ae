#!/usr/bin/env bash
# Compares validation with spirv-val and spirv-opt, in alternating pairs of runs.
#
#   SPV_CORPUS=DIR tests/bench/validator.sh [-n PAIRS]
#
# Builds the release driver and the generators, creates the inputs once in target/bench/, and prints a line for each
# measurement: its name, user seconds of both, the median ratio of the pairs, and the target ratio. Then it prints the
# growth with size. Without SPV_CORPUS the measurements over a directory of modules are skipped.
#
# Environment:
#   SPV_OPT               a driver to measure instead of building one
#   BENCH_INPUTS          a directory with (or for) the inputs, instead of target/bench/
#   SPIRV_VAL, SPIRV_OPT  the peers, if not those in PATH
source "$(dirname "$0")/common.sh"

val=${SPIRV_VAL:-spirv-val} opt=${SPIRV_OPT:-spirv-opt}
env=vulkan1.3
have "$val" && have "$opt" || { echo "skipped: spirv-val is not installed (Debian package: spirv-tools)"; exit 0; }
small=$(input shader_200.spv gen_binary --size 500000 --functions 200)
middle=$(input shader_4.9mb.spv gen_binary --size 4900000 --functions 2000)
large=$(input shader_8000.spv gen_binary --size 20000000 --functions 8000)

judge() { "$ours" --target-env "$env" --mlir-disable-threading --emit=none "$@"; }

# compare WORK TARGET RUNS A B: runs pairs of two commands, RUNS times each; prints the ratio of user seconds A to B.
compare() {
    local work=$1 goal=$2 runs=$3 a=$4 b=$5 x y i
    : > "$scratch/pairs"
    for ((i = 0; i <= pairs; i++)); do
        # The first pair warms the caches and does not count.
        x=$(seconds 3U "$runs" "$a") && y=$(seconds 3U "$runs" "$b") || { echo "$work: FAILED"; failed=1; return; }
        [ "$i" = 0 ] || echo "$x $y" >> "$scratch/pairs"
    done
    local rows=$scratch/pairs
    awk -v work="$work" -v goal="$goal" -v ratio="$(column '$1 / ($2 > 0 ? $2 : 0.001)' "$rows")" \
        -v a="$(column '$1' "$rows")" -v b="$(column '$2' "$rows")" \
        'BEGIN { printf "%-52s %8.4f s %8.4f s  ratio %7.3f (at most %s)  %s\n", work, a, b, ratio, goal,
            ratio <= goal ? "ok" : "missed" }'
}

ours_middle() { judge "$middle"; }
peer_middle() { "$val" --target-env "$env" "$middle"; }
ours_store() { "$ours" --target-env "$env" "$middle" -o "$scratch/a.spv"; }
peer_store() { "$opt" "$middle" --skip-validation -o "$scratch/b.spv"; }
# Rejecting invalid modules is work, too.
ours_directory() { judge "$SPV_CORPUS"/*.spv || true; }
peer_directory() { local f; for f in "$SPV_CORPUS"/*.spv; do "$val" --target-env "$env" "$f" || true; done; }
# The cost of a spirv-val process for each module.
peer_starts() { local f; for f in "$SPV_CORPUS"/*.spv; do "$val" --version; done; }

failed=0
echo "$pairs pairs each, $env: user seconds of ours and the peer's, and their ratio"
compare "verdict, 4.9 MB, against spirv-val" 0.05 5 ours_middle peer_middle
compare "load + verify + store, 4.9 MB, against load + store" 0.35 20 ours_store peer_store
if [ -n "${SPV_CORPUS:-}" ]; then
    largest=$(ls -S "$SPV_CORPUS"/*.spv | head -n 1)
    ours_largest() { judge "$largest"; }
    peer_largest() { "$val" --target-env "$env" "$largest"; }
    compare "verdict, the largest module of SPV_CORPUS" 0.05 50 ours_largest peer_largest
    compare "verdicts, SPV_CORPUS in one call" 0.1 1 ours_directory peer_directory
    compare "  against what spirv-val takes to start as often" - 1 ours_directory peer_starts
fi

# Seconds per word, to show the growth with the size. `linearity --only judge` measures the growth of each rule with other
# shapes, and with the nesting depth.
for file in "$small" "$middle" "$large"; do
    one() { judge "$file"; }
    middlemost=$(for ((i = 0; i < pairs; i++)); do seconds 3U 5 one; done | median)
    awk -v words=$(($(stat -c %s "$file") / 4)) -v file="$(basename "$file")" -v s="$middlemost" 'BEGIN {
        printf "verdict, %-24s %8.3f s  %7.1f ns a word\n", file, s, s * 1e9 / words }'
done
exit $failed
