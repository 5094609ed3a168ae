#!/usr/bin/env bash
# Measures the cost of the language server: opening a text, compared with checking it with `--emit=none` in alternating pairs of
# runs, and a keystroke.
#
#   tests/bench/lsp.sh [-n PAIRS]
#
# Builds the release driver and the generators, creates a text of 10 MB in target/bench/, and prints median CPU seconds (user
# and system), the median ratio of the pairs, and the milliseconds per keystroke.
#
# Environment:
#   SPV_OPT       a driver to measure instead of building one
#   BENCH_INPUTS  a directory with (or for) the inputs, instead of target/bench/
source "$(dirname "$0")/common.sh"

edits=1000
text=$(input text_10mb.mlir gen_text --functions 4250)
cargo build -q --release -p spv-tests --bin lsp_session
session=$target/release/lsp_session
"$session" "$text" > "$scratch/open.session"
"$session" --edits "$edits" "$text" > "$scratch/edits.session"

# cpu INPUT ARGUMENTS...: prints the CPU seconds of the driver with this standard input.
cpu() {
    local input=$1 TIMEFORMAT='%3U %3S'
    shift
    { time "$ours" "$@" < "$input" > "$scratch/out"; } 2>&1 | awk '{ print $1 + $2 }'
}

: > "$scratch/pairs"
# The first round warms the caches and does not count.
for ((i = 0; i <= pairs; i++)); do
    check=$(cpu /dev/null --emit=none "$text")
    open=$(cpu "$scratch/open.session" lsp)
    grep -q '"diagnostics":\[\]' "$scratch/out" || { echo "the server found fault with the text" >&2; exit 1; }
    typed=$(cpu "$scratch/edits.session" lsp)
    [ "$i" = 0 ] || echo "$check $open $typed" >> "$scratch/pairs"
done
rows=$scratch/pairs
ratio=$(column '$2 / $1' "$rows")
key=$(column "(\$3 - \$2) / $edits * 1000" "$rows")
echo "$(stat -c %s "$text") bytes, $pairs pairs"
echo "--emit=none: $(column '$1' "$rows") s; opened by the server: $(column '$2' "$rows") s; ratio $ratio (target 1.5)"
echo "a keystroke: $key ms of CPU time"
awk -v ratio="$ratio" 'BEGIN { exit !(ratio <= 1.5) }'
