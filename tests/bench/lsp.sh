#!/usr/bin/env bash
# Measures what the language server costs: opening a text, against checking it with `--emit=none`, in pairs in one run
# (A B A B ...); and a keystroke in it.
#
#   tests/bench/lsp.sh [-n PAIRS]
#
# Builds the release driver and the generators, makes a text of 10 MB in target/bench/, and prints CPU seconds (user
# and system, medians), the median of the ratios of the pairs, and the milliseconds of a keystroke.
#
# Environment:
#   SPV_OPT       a driver to measure instead of building one
#   LSP_SESSION   tests' `lsp_session` and GEN_TEXT their `gen_text`, instead of building them
set -euo pipefail
export LC_ALL=C

pairs=5
while getopts n: option; do
    case $option in
        n) pairs=$OPTARG ;;
        *) echo "usage: $0 [-n PAIRS]" >&2; exit 2 ;;
    esac
done

cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
inputs=$target/bench
mkdir -p "$inputs"
edits=1000
ours=${SPV_OPT:-$target/release/spv-opt}
session=${LSP_SESSION:-$target/release/lsp_session}
generate=${GEN_TEXT:-$target/release/gen_text}
[ -n "${SPV_OPT:-}" ] || cargo build --release -p spv-opt
[ -n "${LSP_SESSION:-}" ] || cargo build --release -p spv-tests --bin lsp_session --bin gen_text

text=$inputs/text_10mb.mlir
[ -s "$text" ] || "$generate" --functions 4250 -o "$text"
"$session" "$text" > "$inputs/open.session"
"$session" --edits "$edits" "$text" > "$inputs/edits.session"

# CPU seconds of `$ours ARGUMENTS...`, its standard input a file.
measure() {
    local input=$1 TIMEFORMAT='%3U %3S'
    shift
    { time "$ours" "$@" < "$input" > "$inputs/lsp.out"; } 2>&1 | awk '{ print $1 + $2 }'
}

median() {
    sort -g | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

: > "$inputs/lsp.pairs"
# One round is not counted: it warms the caches.
for ((i = 0; i <= pairs; i++)); do
    check=$(measure /dev/null --emit=none "$text")
    open=$(measure "$inputs/open.session" lsp)
    grep -q '"diagnostics":\[\]' "$inputs/lsp.out" || { echo "the server found fault with the text" >&2; exit 1; }
    typed=$(measure "$inputs/edits.session" lsp)
    [ "$i" = 0 ] || echo "$check $open $typed" >> "$inputs/lsp.pairs"
done
column() { awk -v n="$1" '{ print $n }' "$inputs/lsp.pairs"; }
ratio=$(awk '{ print $2 / $1 }' "$inputs/lsp.pairs" | median)
key=$(awk -v n=$edits '{ print ($3 - $2) / n * 1000 }' "$inputs/lsp.pairs" | median)
echo "$(stat -c %s "$text") bytes, $pairs pairs"
echo "--emit=none: $(column 1 | median) s; opened by the server: $(column 2 | median) s; ratio $ratio (target 1.5)"
echo "a keystroke: $key ms of CPU time"
awk -v ratio="$ratio" 'BEGIN { exit !(ratio <= 1.5) }'
