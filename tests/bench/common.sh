# Shared functions of the scripts in this directory, which source this file. It parses the option `-n PAIRS`, changes to the
# root of the repository, and sets:
#
#   pairs    the number of counted pairs
#   target   the directory of cargo's output
#   inputs   the directory of the inputs: BENCH_INPUTS, or target/bench/
#   ours     the driver: SPV_OPT, or a new release build
#   scratch  a temporary directory, removed at the end
set -euo pipefail
export LC_ALL=C

pairs=5
while getopts n: option; do
    case $option in
        n) pairs=$OPTARG ;;
        *) echo "usage: $0 [-n PAIRS]" >&2; exit 2 ;;
    esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=${CARGO_TARGET_DIR:-target}
inputs=${BENCH_INPUTS:-$target/bench}
mkdir -p "$inputs"
gnu_time=$(type -P time || true)
if [ -z "$gnu_time" ]; then
    echo "the program time is missing (Debian package: time); it is needed for peak memory" >&2
    exit 1
fi
ours=${SPV_OPT:-$target/release/spv-opt}
[ -n "${SPV_OPT:-}" ] || cargo build --release -p spv-opt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

have() { type -P "$1" > /dev/null; }

# input NAME PROGRAM ARGUMENTS...: creates an input once, with a program of the package spv-tests and its option -o, and
# prints its path.
input() {
    local file=$inputs/$1 program=$2
    shift 2
    if [ ! -s "$file" ]; then
        cargo build -q --release -p spv-tests --bin "$program" >&2
        "$target/release/$program" "$@" -o "$file" >&2
    fi
    echo "$file"
}

# measure FORMAT COMMAND...: prints the result of bash's `time` (3U: user seconds, 3R: wall time), and the peak KiB. GNU
# time's own clock has steps of 10 ms. If the command fails, prints the end of its output and fails.
measure() {
    local TIMEFORMAT=%$1
    shift
    { time "$gnu_time" -q -f %M -o "$scratch/peak" "$@" > "$scratch/log" 2>&1; } 2> "$scratch/seconds" ||
        { tail -n 3 "$scratch/log" >&2; return 1; }
    echo "$(tail -n 1 "$scratch/seconds") $(tail -n 1 "$scratch/peak")"
}

# seconds FORMAT RUNS COMMAND...: like measure, but prints only the total seconds of several runs. A single short run is
# inaccurate: GNU time itself takes a millisecond, and kernels that attribute user and system time by clock ticks have a
# resolution of a few milliseconds.
seconds() {
    local TIMEFORMAT=%$1 runs=$2 i
    shift 2
    repeated() { for ((i = 0; i < runs; i++)); do "$@" || return; done; }
    { time repeated "$@" > "$scratch/log" 2>&1; } 2> "$scratch/seconds" || { tail -n 3 "$scratch/log" >&2; return 1; }
    awk -v runs="$runs" 'END { print $1 / runs }' "$scratch/seconds"
}

# Prints the median of the numbers on standard input.
median() {
    sort -g | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# column EXPRESSION FILE: prints the median of an awk expression over the lines of a file.
column() { awk "{ print $1 }" "$2" | median; }
