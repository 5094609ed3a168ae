#!/usr/bin/env bash
# Measures the machine code of shaders with Mesa's compiler for AMD GPUs (RADV, ACO), which needs no GPU. It compares the
# originals, the output of spirv-opt -O, and the output of spv-opt.
#
#   SPV_CORPUS=DIR tests/bench/radv.sh [-n MODULES] [-f FAMILY] [-o OPTION] [-c BOUNDS]
#
#   -n MODULES  size of an evenly spaced sample of modules; all by default
#   -f FAMILY   the target GPU: navi21 by default; polaris10 is an older generation
#   -o OPTION   spv-opt's pipeline: -O by default
#   -c BOUNDS   `NAME=MAXIMUM,...`: fails if a ratio of spv-opt to the originals exceeds its maximum
#
# target/bench/radv-FAMILY/*.tsv gets the statistics of each entry point. `radv/compare.py` compares two or more such files.
#
# Environment:
#   RADV_STATS the C source of the program that compiles modules with the driver and prints its statistics, by default
#              ../shared/tools/radv-stats.c: `radv-stats [-i ORIGINALS] FILE... > STATS.tsv`
#   SPV_OPT    the driver to measure instead of building one
#   SPIRV_OPT  the peer, instead of PATH
#
# Debian packages: mesa-vulkan-drivers libvulkan-dev python3 spirv-tools.
set -euo pipefail
export LC_ALL=C

modules=0 family=navi21 option=-O bounds=
while getopts n:f:o:c: flag; do
    case $flag in
        n) modules=$OPTARG ;;
        f) family=$OPTARG ;;
        o) option=$OPTARG ;;
        c) bounds=$OPTARG ;;
        *) echo "usage: $0 [-n MODULES] [-f FAMILY] [-o OPTION] [-c BOUNDS]" >&2; exit 2 ;;
    esac
done

corpus=$(cd "${SPV_CORPUS:?the directory of the modules}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=${CARGO_TARGET_DIR:-target}
out=$target/bench/radv-$family
ours=${SPV_OPT:-$target/release/spv-opt}
peer=${SPIRV_OPT:-spirv-opt}
[ -n "${SPV_OPT:-}" ] || cargo build --release -p spv-opt
mkdir -p "$out"
rm -rf "$out/peer" "$out/ours"
mkdir "$out/peer" "$out/ours"
judge=${RADV_STATS:-../shared/tools/radv-stats.c}
if [ ! -f "$judge" ]; then
    echo "skipped: $judge is not here (RADV_STATS names it)"
    exit 0
fi
cc -O2 -o "$target/bench/radv_stats" "$judge" -lvulkan

# The tables omit modules on which a pass of the peer fails.
mapfile -t files < <(printf '%s\n' "$corpus"/*.spv | awk -v n="$modules" -f tests/bench/sample.awk)
"$ours" "$option" "${files[@]}" -o "$out/ours"
for file in "${files[@]}"; do
    "$peer" --skip-validation -O "$file" -o "$out/peer/${file##*/}" 2> /dev/null || rm -f "$out/peer/${file##*/}"
done

# Without `nonggc` the driver adds culling code to vertex shaders, the same for all.
export NODEVICE_SELECT=1 MESA_SHADER_CACHE_DISABLE=1 RADV_FORCE_FAMILY=$family RADV_DEBUG=nonggc
export VK_ICD_FILENAMES=${RADV_ICD:-/usr/share/vulkan/icd.d/radeon_icd.$(uname -m).json}
"$target/bench/radv_stats" "${files[@]}" > "$out/original.tsv"
for side in peer ours; do
    "$target/bench/radv_stats" -i "$corpus" "$out/$side"/*.spv > "$out/$side.tsv"
done
tests/bench/radv/compare.py ${bounds:+--bounds "$bounds"} \
    original="$out/original.tsv" peer="$out/peer.tsv" ours="$out/ours.tsv"
