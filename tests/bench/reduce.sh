#!/usr/bin/env bash
# Compares the results of `spv-opt reduce` with those of spirv-reduce on 20 cases: a module and a test that its reduced
# form must pass. Prints bytes and tests run of each, and fails if a result of spv-opt is larger or invalid.
#
#   SPV_CORPUS=DIR tests/bench/reduce.sh [-k CASE]
#
#   -k CASE  runs one case, by number
#
# Environment:
#   SPV_OPT      the driver to measure instead of building one
#   SPIRV_TOOLS  the directory of spirv-reduce, spirv-val and spirv-dis, instead of PATH
set -euo pipefail
export LC_ALL=C

only=
while getopts k: flag; do
    case $flag in
        k) only=$OPTARG ;;
        *) echo "usage: $0 [-k CASE]" >&2; exit 2 ;;
    esac
done

corpus=$(cd "${SPV_CORPUS:?the directory of the modules}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
own=$PWD/tests/corpus/bin
ours=${SPV_OPT:-${CARGO_TARGET_DIR:-target}/release/spv-opt}
[ -n "${SPV_OPT:-}" ] || cargo build --release -p spv-opt
ours=$(realpath "$ours")
[ -z "${SPIRV_TOOLS:-}" ] || PATH=$(cd "$SPIRV_TOOLS" && pwd):$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# Each line: module, `valid` if spirv-val must accept the result, pattern of an instruction in its disassembly.
cases=$(cat <<CASES
$own/mandelbrot.spv any OpFAdd
$own/loops.spv valid OpLoopMerge
$own/switches.spv valid OpSwitch
$own/particles.spv valid OpAtomicIAdd
$own/pbr.spv any OpFDiv
$own/functions.spv valid OpFunctionCall
$own/entry_points.spv valid OpExecutionMode
$own/entry_points.spv any OpEntryPoint.Fragment
$own/meshlets.spv valid OpSetMeshOutputsEXT
$own/closest.spv valid OpTraceRayKHR
$own/images.spv valid OpImageRead
$own/layouts.spv valid OpMemberDecorate
$own/kernel_modes.spv any OpExecutionMode
$corpus/dota2_826137.spv any OpKill
$corpus/unity_s1-0006-85d79507.spv valid OpKill
$corpus/talos_62123EF6.spv valid OpImageSample
$corpus/talos_63846EDC.spv valid OpSelectionMerge
$corpus/dota2_368221.spv valid OpExtInst.*FClamp
$corpus/unity_s0-0011-19016092.spv valid OpDecorate.*BuiltIn
$corpus/dota2_467711.spv valid OpStore
CASES
)

# Prints the size of a result and the number of tests run.
size() {
    echo "$(stat -c %s "$1") $(wc -l < "$2")"
}

larger=0 number=0
printf '%4s %-28s %-6s %-26s %7s %15s %15s\n' case module result instruction bytes "ours (tests)" "peer (tests)"
while read -r module kind pattern; do
    number=$((number + 1))
    [ -z "$only" ] || [ "$only" = "$number" ] || continue
    {
        echo "#!/bin/sh"
        echo "echo >> \"\$LOG\""
        [ "$kind" = any ] || echo "spirv-val --target-env spv1.6 \"\$1\" > /dev/null 2>&1 || exit 1"
        echo "spirv-dis \"\$1\" 2> /dev/null | grep -q '$pattern'"
    } > test.sh
    chmod +x test.sh
    rm -f ours.spv peer.spv ours.log peer.log
    LOG=$scratch/ours.log "$ours" reduce "$module" --test ./test.sh -o ours.spv > /dev/null
    LOG=$scratch/peer.log spirv-reduce "$module" -o peer.spv --temp-file-prefix="$scratch/temp_" -- ./test.sh \
        > /dev/null 2>&1 || true
    rm -f "$scratch"/temp_*
    read -r our_bytes our_tests <<< "$(size ours.spv ours.log)"
    read -r peer_bytes peer_tests <<< "$(size peer.spv peer.log)"
    note=
    if [ "$our_bytes" -gt "$peer_bytes" ]; then
        note=" larger"
        larger=$((larger + 1))
    fi
    printf '%4s %-28s %-6s %-26s %7s %15s %15s%s\n' "$number" "$(basename "$module")" "$kind" "$pattern" \
        "$(stat -c %s "$module")" "$our_bytes ($our_tests)" "$peer_bytes ($peer_tests)" "$note"
    if [ -n "${KEEP:-}" ]; then
        cp ours.spv "$KEEP/$number.ours.spv" && cp peer.spv "$KEEP/$number.peer.spv"
    fi
done <<< "$cases"
[ "$larger" = 0 ] || { echo "$larger results are larger than those of spirv-reduce"; exit 1; }
