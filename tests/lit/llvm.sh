#!/bin/sh
# Runs LLVM's own tests of the dialect and of the conversions to it, with spv-opt in place of mlir-opt and mlir-translate:
#   tests/lit/llvm.sh VERSION llvm-project/mlir/test [PART OF A PATH]
# VERSION is the argument of --mlir-compat: 14, 19 or 22. Needs FileCheck. The variable SPV_OPT names the tool; the default
# is in target/debug. SPIRV_VAL and SPIRV_AS name the programs of `%if spirv-tools`; without spirv-val such lines are
# skipped. Prints the failing files, and a line of counts for each directory; with a part of a path, also their output.
set -u
version=${1:?the version of LLVM: 14, 19 or 22}
tests=${2:?the directory mlir/test of that version}
only=${3:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
SPV_OPT=${SPV_OPT:-${CARGO_TARGET_DIR:-$root/target}/debug/spv-opt}
check=$(command -v "FileCheck-$version" || command -v FileCheck-14 || command -v FileCheck) || { echo "FileCheck is not installed" >&2; exit 2; }
directories="Dialect/SPIRV/IR Target/SPIRV Dialect/SPIRV/Transforms"
if [ "$version" != 14 ]; then
  directories="$directories Dialect/SPIRV/Linking/ModuleCombiner"
  for source in Arith Complex ControlFlow Func GPU Index Math MemRef SCF Tensor UB Vector; do
    directories="$directories Conversion/${source}ToSPIRV"
  done
  directories="$directories Conversion/ConvertToSPIRV"
fi
output=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$output" "$scratch"' EXIT
validator=${SPIRV_VAL:-spirv-val}
assembler=${SPIRV_AS:-spirv-as}
if command -v "$validator" > /dev/null; then validated='\1'; else validated=:; fi

for directory in $directories; do
  passed=0
  all=0
  for file in "$tests/$directory"/*.mlir "$tests/$directory"/*.spvasm; do
    [ -e "$file" ] || continue
    case $file in *"$only"*) ;; *) continue ;; esac
    all=$((all + 1))
    # Each line must succeed.
    rm -rf "$scratch/t"
    command=$(sed -n 's/^\(\/\/\|;\) RUN: *//p' "$file" | sed "s#%if spirv-tools %{\(.*\)%}#$validated#
      s#mlir-opt\|mlir-translate#$SPV_OPT --mlir-compat=$version#; s#FileCheck#$check#
      s#\bspirv-val\b#$validator#; s#\bspirv-as\b#$assembler#; s|%s|$file|g; s|%t|$scratch/t|g")
    if bash -e -o pipefail -c "$command" > "$output" 2>&1; then
      passed=$((passed + 1))
    else
      echo "failed: $directory/${file##*/}"
      if [ -n "$only" ]; then cat "$output"; fi
    fi
  done
  echo "$directory: $passed of $all"
done
