#!/usr/bin/env bash
# Counts the LLVM instructions of shaders in lavapipe, Mesa's driver for CPUs: instructions after the driver's passes, and
# terminators with several successors. It compares the shaders of Amber scripts unchanged, after spirv-opt -O, and after
# spv-opt. Each script runs, and counts only if its expectations hold in all three cases. Counts include the driver's code around
# the shaders (reading vertices, blending), which is the same in all three cases.
#
#   SPV_AMBER=DIR tests/bench/lavapipe.sh [-n SCRIPTS] [-o PIPELINE]
#
#   -n SCRIPTS   size of an evenly spaced sample of scripts; all by default
#   -o PIPELINE  spv-opt's pipeline: O by default
#
# target/bench/lavapipe/*.tsv gets the statistics of each script, in the format of radv.sh.
#
# Environment:
#   SPV_AMBER     the directory with scripts, at any depth; tests/vulkan/scripts by default
#   AMBER_PLAYER  the program `amber` of tests/vulkan, instead of building it
#   SPIRV_OPT     the peer, instead of PATH
#   LAVAPIPE      the driver's library, and LAVAPIPE_ICD its description, if not in Debian's directories
#
# Debian packages: mesa-vulkan-drivers libvulkan1 glslang-tools python3 spirv-tools.
set -euo pipefail
export LC_ALL=C

scripts=0 pipeline=O
while getopts n:o: flag; do
    case $flag in
        n) scripts=$OPTARG ;;
        o) pipeline=$OPTARG ;;
        *) echo "usage: $0 [-n SCRIPTS] [-o PIPELINE]" >&2; exit 2 ;;
    esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
directory=$(cd "${SPV_AMBER:-$root/tests/vulkan/scripts}" && pwd)
cd "$root"
target=${CARGO_TARGET_DIR:-target}
out=$target/bench/lavapipe
player=${AMBER_PLAYER:-$target/release/amber}
[ -n "${AMBER_PLAYER:-}" ] || cargo build --release -p spv-tests-vulkan --bin amber
rm -rf "$out"
mkdir -p "$out/bin"
[ -z "${SPIRV_OPT:-}" ] || ln -s "$(realpath "$SPIRV_OPT")" "$out/bin/spirv-opt"
PATH=$(cd "$out/bin" && pwd):$PATH

driver=${LAVAPIPE:-/usr/lib/$(uname -m)-linux-gnu/libvulkan_lvp.so}
LLVM_LIBRARY=$(ldd "$driver" | awk '/libLLVM/ { print $1 }')
cc -O2 -shared -fPIC -o "$out/llvm_count.so" tests/bench/lavapipe/llvm_count.c -ldl
export LLVM_LIBRARY MESA_SHADER_CACHE_DISABLE=1 LLVM_COUNT=$out/count
export VK_ICD_FILENAMES=${LAVAPIPE_ICD:-/usr/share/vulkan/icd.d/lvp_icd.$(uname -m).json}

# played SIDE SCRIPT [PIPELINE]: runs a script once, and writes a line of statistics.
played() {
    local side=$1 script=$2 modules instructions branches time
    shift
    rm -f "$LLVM_COUNT"
    printf '%s\tscript\tall' "${script#"$directory"/}"
    if LD_PRELOAD=$out/llvm_count.so timeout 60 "$player" play "$@" > /dev/null 2>> "$out/$side.log" &&
        read -r modules instructions branches time < "$LLVM_COUNT"; then
        printf '\tModules=%s\tInstructions=%s\tBranches=%s\tCompile time=%s\n' \
            "$modules" "$instructions" "$branches" "$time"
    else
        printf '\tskipped=it is not supported or fails\n'
        false
    fi
}

find "$directory" -name '*.amber' | sort | awk -v n="$scripts" -f tests/bench/sample.awk |
    while read -r script; do
        played original "$script" >> "$out/original.tsv" || continue
        played peer "$script" "spirv-opt -O" >> "$out/peer.tsv" || true
        played ours "$script" "$pipeline" >> "$out/ours.tsv" || true
    done 2>> "$out/crashes.log"
tests/bench/radv/compare.py --of scripts original="$out/original.tsv" peer="$out/peer.tsv" ours="$out/ours.tsv"
