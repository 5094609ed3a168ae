#!/usr/bin/env bash
# Compares spv-opt with its peers, in alternating pairs of runs (A B A B ...).
#
#   tests/bench/side_by_side.sh [-n PAIRS]
#
# Builds the release driver and the generators, creates the inputs once in
# target/bench/, and prints a table: median user seconds, the median ratio of the
# pairs, peak memory, and the target ratio. For the shortest rows a measurement is the
# mean of 30 runs, because kernels that count ticks are inaccurate for short runs. An
# additional first pair measures the memory and warms the caches.
#
# Environment:
#   SPV_OPT       a driver to measure instead of building one; called `$SPV_OPT IN -o OUT`
#   BENCH_INPUTS  a directory with (or for) the inputs, instead of target/bench/
#
# By default both drivers check the module: spv-opt verifies, and spirv-opt validates, which
# takes ten times as long as loading and storing. Load and store is therefore measured with
# both checks, with only the verifier (spirv-opt --skip-validation), and without checks
# (spv-opt --no-verify, too).
source "$(dirname "$0")/common.sh"

shader=$(input shader_4.9mb.spv gen_binary --size 4900000 --functions 2000)
text=$(input text_47mb.mlir gen_text --functions 20000)
binary=$inputs/text_peer.spv

# The peer creates the binary of the text, so that both read the same binary.
if [ ! -s "$binary" ] && have mlir-translate-14; then
    mlir-translate-14 --serialize-spirv "$text" -o "$binary"
fi

size() { awk -v bytes="$(stat -c %s "$1")" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'; }

# row WORK TIME_TARGET MEMORY_TARGET IN OUT_KIND PEER PACKAGE ARGUMENTS...
# runs `$ours $own IN -o OUT` and `PEER ARGUMENTS... IN -o OUT` in turn.
# Each measurement takes $runs runs.
own=() runs=1
row() {
    local work=$1 time_target=$2 memory_target=$3 in=$4 kind=$5 peer=$6 package=$7
    shift 7
    if ! have "$peer"; then
        printf '%-38s skipped: %s is not installed (Debian package: %s)\n' "$work" "$peer" "$package"
        return
    fi
    if [ ! -s "$in" ]; then
        printf '%-38s skipped: its input %s could not be made\n' "$work" "$(basename "$in")"
        return
    fi
    work="$work, $(size "$in")"
    : > "$scratch/pairs"
    local a b run=(measure 3U) peaks
    for ((i = 0; i <= pairs; i++)); do
        rm -f "$scratch"/out.*
        if ! a=$("${run[@]}" "$ours" "${own[@]}" "$in" -o "$scratch/out.$kind") || [ ! -s "$scratch/out.$kind" ]; then
            printf '%-38s FAILED: %s\n' "$work" "$ours"
            failed=1
            return
        fi
        rm -f "$scratch"/out.*
        if ! b=$("${run[@]}" "$peer" "$@" "$in" -o "$scratch/out.$kind"); then
            printf '%-38s skipped: %s failed\n' "$work" "$peer"
            return
        fi
        if [ "$i" = 0 ]; then
            peaks="${a#* } ${b#* }" run=(seconds 3U "$runs")
        else
            echo "$a $b" >> "$scratch/pairs"
        fi
    done
    local rows=$scratch/pairs
    awk -v work="$work" -v tt="$time_target" -v mt="$memory_target" \
        -v user="$(column '$1' "$rows")" -v peer="$(column '$2' "$rows")" \
        -v ratio="$(column '$1 / ($2 > 0 ? $2 : 0.001)' "$rows")" \
        -v mem="${peaks% *}" -v peermem="${peaks#* }" 'BEGIN {
            memratio = mem / peermem
            verdict = (ratio <= tt ? "" : " TIME") (memratio <= mt ? "" : " MEMORY")
            printf "%-38s %7.3f %7.3f %7.3f %7.3f %8.1f %8.1f %7.3f %7.3f  %s\n", work, user, peer, ratio, tt,
                mem * 1024 / 1e6, peermem * 1024 / 1e6, memratio, mt, verdict == "" ? "ok" : "missed:" verdict
        }'
}

failed=0
echo "$pairs pairs each; user seconds are medians, the ratio of seconds is the median of the pairs' ratios"
printf '%-38s %7s %7s %7s %7s %8s %8s %7s %7s\n' \
    work "our s" "peer s" ratio target "our MB" "peer MB" ratio target
runs=30
row "a load+verify+store" 0.25 0.6 "$shader" spv spirv-opt spirv-tools --skip-validation
own=(--no-verify)
row "a load+store" 0.25 0.6 "$shader" spv spirv-opt spirv-tools --skip-validation
own=() runs=3
row "a both checking" 0.25 0.6 "$shader" spv spirv-opt spirv-tools
runs=1
row "b parse+verify+print" 0.20 0.75 "$text" mlir mlir-opt-14 mlir-14-tools
row "c text to binary" 0.20 0.75 "$text" spv mlir-translate-14 mlir-14-tools --serialize-spirv
row "d binary to text" 0.16 0.75 "$binary" mlir mlir-translate-14 mlir-14-tools --deserialize-spirv
row "e load+verify+store" 0.22 0.6 "$binary" spv spirv-opt spirv-tools --skip-validation
own=(--no-verify)
row "e load+store" 0.22 0.6 "$binary" spv spirv-opt spirv-tools --skip-validation
exit $failed
