#!/bin/sh
# Runs LLVM's own tests of the dialect and of the conversions to it, with spv-opt in place of mlir-opt and mlir-translate:
#   tests/lit/llvm.sh VERSION llvm-project/mlir/test [PART OF A PATH]
# VERSION is the argument of --mlir-compat: 14 or 19. Needs FileCheck. The variable SPV_OPT names the tool; the default is
# in target/debug. Prints the failing files, and a line of counts for each folder; with a part of a path, also their
# output.
set -u
version=${1:?the version of LLVM: 14 or 19}
tests=${2:?the folder mlir/test of that version}
only=${3:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
SPV_OPT=${SPV_OPT:-${CARGO_TARGET_DIR:-$root/target}/debug/spv-opt}
check=$(command -v "FileCheck-$version" || command -v FileCheck-14 || command -v FileCheck) || { echo "FileCheck is not installed" >&2; exit 2; }
folders="Dialect/SPIRV/IR Target/SPIRV Dialect/SPIRV/Transforms"
if [ "$version" != 14 ]; then
  folders="$folders Dialect/SPIRV/Linking/ModuleCombiner"
  for source in Arith Complex ControlFlow Func GPU Index Math MemRef SCF Tensor UB Vector; do
    folders="$folders Conversion/${source}ToSPIRV"
  done
  folders="$folders Conversion/ConvertToSPIRV"
fi
output=$(mktemp)
trap 'rm -f "$output"' EXIT

for folder in $folders; do
  passed=0
  all=0
  for file in "$tests/$folder"/*.mlir; do
    case $file in *"$only"*) ;; *) continue ;; esac
    all=$((all + 1))
    # Each line must succeed.
    command=$(sed -n 's|^// RUN: *||p' "$file" | sed "s|%s|$file|g; s#mlir-opt\|mlir-translate#$SPV_OPT --mlir-compat=$version#; s#FileCheck#$check#")
    if bash -e -o pipefail -c "$command" > "$output" 2>&1; then
      passed=$((passed + 1))
    else
      echo "failed: $folder/${file##*/}"
      if [ -n "$only" ]; then cat "$output"; fi
    fi
  done
  echo "$folder: $passed of $all"
done
