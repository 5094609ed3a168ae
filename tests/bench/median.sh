#!/usr/bin/env bash
# Compares the instruction counts of single processes on single modules with SPIRV-Tools.
#
#   tests/bench/median.sh [-n MODULES] [-j JOBS] [-t PAIRS] DIR
#
#   -n MODULES  number of modules, at equal quantiles of the sizes; all by default
#   -j JOBS     number of parallel processes; one per core by default
#   -t PAIRS    also measures user seconds, in this many pairs: a run is one process for each module
#
# Rows: a copy (`--no-verify` against `--skip-validation`), `-O`, validation, disassembly, assembly. Ratios are spv-opt to
# peer. A validation counts if both programs accept the module; other rows count if the peer does not fail. The exit
# status is 1 if only spv-opt fails.
#
# Counts are from `valgrind --tool=cachegrind --cache-sim=no`, the fastest tool that counts every instruction, and do not
# depend on other load. target/bench/median.tsv gets all counts: module, bytes, row, spv-opt, peer.
#
# Environment:
#   SPV_OPT      the driver to measure instead of building one
#   SPIRV_TOOLS  the directory of the peers (spirv-opt, spirv-val, spirv-dis, spirv-as), instead of PATH
#
# Debian packages: valgrind binutils spirv-tools.
set -euo pipefail
export LC_ALL=C

usage() { echo "usage: $0 [-n MODULES] [-j JOBS] [-t PAIRS] DIR" >&2; exit 2; }
modules=0 jobs=$(nproc) pairs=0
while getopts n:j:t: flag; do
    case $flag in
        n) modules=$OPTARG ;;
        j) jobs=$OPTARG ;;
        t) pairs=$OPTARG ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# = 1 ] || usage
directory=$(cd "$1" && pwd)
ours=${SPV_OPT:+$(realpath "$SPV_OPT")}
tools=${SPIRV_TOOLS:+$(realpath "$SPIRV_TOOLS")/}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=${CARGO_TARGET_DIR:-target}
if [ -z "$ours" ]; then
    cargo build --release -p spv-opt
    ours=$target/release/spv-opt
fi
for program in valgrind "${tools}spirv-"{opt,val,dis,as}; do
    type -P "$program" > /dev/null || { echo "skipped: $program is not installed (Debian packages: valgrind spirv-tools)"; exit; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Valgrind reads debug lines when it starts, which takes longer than most runs.
if ! strip -o "$scratch/spv-opt" "$ours" 2> /dev/null; then
    cp "$ours" "$scratch/spv-opt"
fi
ours=$scratch/spv-opt

find "$directory" -name '*.spv' -printf '%s\t%p\n' | sort -n |
    awk -v n="$modules" '
        { line[NR] = $0 }
        END { for (i = 0; i < (n && n < NR ? n : NR); i++) print line[n && n < NR ? int((i + 0.5) * NR / n) + 1 : i + 1] }' \
        > "$scratch/modules"
[ -s "$scratch/modules" ] || { echo "no modules in $directory" >&2; exit 2; }

rows="copy -O spv1.6 vulkan1.3 disassembly assembly"
# commands ROW MODULE ASSEMBLY OUT: sets the two commands, a and b.
commands() {
    case $1 in
        copy)
            a=("$ours" --no-verify "$2" -o "$4/a.spv")
            b=("${tools}spirv-opt" --skip-validation "$2" -o "$4/b.spv")
            ;;
        -O)
            a=("$ours" -O "$2" -o "$4/a.spv")
            b=("${tools}spirv-opt" --skip-validation -O "$2" -o "$4/b.spv")
            ;;
        disassembly)
            a=("$ours" spirv-dis "$2" -o "$4/a.spvasm")
            b=("${tools}spirv-dis" "$2" -o "$4/b.spvasm")
            ;;
        assembly)
            a=("$ours" spirv-as "$3" -o "$4/a.spv")
            b=("${tools}spirv-as" "$3" -o "$4/b.spv")
            ;;
        *)
            a=("$ours" --target-env "$1" --emit=none "$2")
            b=("${tools}spirv-val" --target-env "$1" "$2")
            ;;
    esac
}

# instructions COMMAND...: prints the number of instructions of a run, or "failed".
instructions() {
    if valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$out/log" "$@" > /dev/null 2>&1; then
        awk '/ I +refs:/ { gsub(",", "", $NF); print $NF }' "$out/log"
    else
        echo failed
    fi
}

# count BYTES MODULE: prints the lines of one module.
count() {
    local row a b out
    out=$(mktemp -d -p "$scratch")
    "${tools}spirv-dis" "$2" -o "$out/module.spvasm" 2> /dev/null || true
    for row in $rows; do
        commands "$row" "$2" "$out/module.spvasm" "$out"
        printf '%s\t%s\t%s\t%s\t%s\n' "$2" "$1" "$row" "$(instructions "${a[@]}")" "$(instructions "${b[@]}")"
    done
    rm -rf "$out"
}
export -f commands instructions count
export rows ours tools scratch

mkdir -p "$target/bench"
tr '\t\n' '\0\0' < "$scratch/modules" | xargs -0 -n 2 -P "$jobs" bash -c 'count "$@" > "$(mktemp -p "$0" counts.XXXXXX)"' "$scratch"
cat "$scratch"/counts.* | sort -t '	' -s -k 2n,2 -k 1,1 > "$target/bench/median.tsv"

status=0
awk -F '\t' -v rows="$rows" '
    function at(p, n) { return 1 + int(p * (n - 1) + 0.5) }
    # Prints the value of a row at a quantile of its modules.
    function quantile(values, row, p,   n, i, j, v, sorted) {
        n = count[row]
        for (i = 1; i <= n; i++) {
            v = values[row, i]
            for (j = i - 1; j > 0 && sorted[j] > v; j--) sorted[j + 1] = sorted[j]
            sorted[j + 1] = v
        }
        if (!n) return "-"
        return p == 0.5 && n % 2 == 0 ? (sorted[n / 2] + sorted[n / 2 + 1]) / 2 : sorted[at(p, n)]
    }
    function line(title, values, p, form,   i, v) {
        printf "%-34s", title
        for (i = 1; i <= width; i++) {
            v = quantile(values, names[i], p)
            printf " %12s", v == "-" ? v : sprintf(form, v)
        }
        print ""
    }
    BEGIN { width = split(rows, names, " ") }
    {
        if (!($1 in seen)) { seen[$1] = ++total; module[total] = $1; bytes[total] = $2 }
        row = $3
        verdict = row ~ /[0-9]$/
        if ($4 == "failed" && $5 != "failed") {
            print (verdict ? "rejects, unlike the peer: " : "fails, unlike the peer: ") row " of " $1 > "/dev/stderr"
            wrong = 1
        }
        if ($4 == "failed" || $5 == "failed") next
        i = ++count[row]
        ratios[row, i] = of[$1, row] = $4 / $5
        own[row, i] = $4 / 1e6
        slower[row] += $4 > $5
    }
    END {
        printf "%-34s", "instructions, ours / the peer"
        for (i = 1; i <= width; i++) printf " %12s", names[i]
        print ""
        for (k = 0; k < (total < 15 ? total : 15); k++) {
            m = total < 15 ? k + 1 : int((k + 0.5) * total / 15) + 1
            printf "%-34s", sprintf("%.1f kB", bytes[m] / 1000)
            for (i = 1; i <= width; i++)
                printf " %12s", (module[m], names[i]) in of ? sprintf("%.2f", of[module[m], names[i]]) : "-"
            print ""
        }
        line("median of the " total, ratios, 0.5, "%.3f")
        line("  first quartile", ratios, 0.25, "%.2f")
        line("  third quartile", ratios, 0.75, "%.2f")
        line("  95 %", ratios, 0.95, "%.2f")
        line("  most", ratios, 1, "%.2f")
        printf "%-34s", "slower than the peer"
        for (i = 1; i <= width; i++) printf " %12s", (slower[names[i]] + 0) " of " (count[names[i]] + 0)
        print ""
        line("ours, million: least", own, 0, "%.2f")
        line("  median", own, 0.5, "%.2f")
        line("  most", own, 1, "%.2f")
        exit wrong
    }' "$target/bench/median.tsv" || status=1

# User seconds: peer and spv-opt alternate, each with one process for each counted module.
if [ "$pairs" -gt 0 ]; then
    # run SIDE: runs all commands of a side.
    run() {
        local a b module
        while IFS= read -r -d '' module; do
            commands "$row" "$module" "$scratch/text/$(basename "$module").spvasm" "$scratch"
            if [ "$1" = a ]; then "${a[@]}"; else "${b[@]}"; fi
        done < "$scratch/accepted" > /dev/null 2>&1
    }
    user() {
        local TIMEFORMAT=%3U
        { time run "$1"; } 2>&1
    }
    mkdir "$scratch/text"
    cut -f 2 "$scratch/modules" | while IFS= read -r module; do
        "${tools}spirv-dis" "$module" -o "$scratch/text/$(basename "$module").spvasm" 2> /dev/null || true
    done
    printf '%-34s' "user seconds, median of $pairs pairs"
    for row in $rows; do
        awk -F '\t' -v row="$row" '$3 == row && $4 != "failed" && $5 != "failed" { printf "%s%c", $1, 0 }' \
            "$target/bench/median.tsv" > "$scratch/accepted"
        for ((i = 0; i < pairs; i++)); do echo "$(user a) $(user b)"; done |
            awk '{ print ($2 > 0 ? $1 / $2 : 0) }' | sort -g |
            awk '{ v[NR] = $1 } END { printf " %12.3f", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
    done
    echo
fi
exit $status
