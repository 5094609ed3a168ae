#!/bin/sh
# Runs LLVM 19's own tests of the dialect, unchanged, with our tool in the place of mlir-opt and mlir-translate:
#   tests/lit/llvm19.sh llvm-project/mlir/test [PART OF A PATH]
# Needs FileCheck-19. The variable SPV_OPT names the tool, else it is that of target/debug. Prints the files that
# fail, and a line of figures for each folder; with a part of a path, also what they print.
set -u
tests=${1:?the folder mlir/test of LLVM 19}
only=${2:-}
root=$(cd "$(dirname "$0")/../.." && pwd)
SPV_OPT=${SPV_OPT:-${CARGO_TARGET_DIR:-$root/target}/debug/spv-opt}
check=$(command -v FileCheck-19 || command -v FileCheck-14 || command -v FileCheck) || { echo "FileCheck is not installed" >&2; exit 2; }
output=$(mktemp)
trap 'rm -f "$output"' EXIT

for folder in Conversion/ArithToSPIRV Conversion/ComplexToSPIRV Conversion/ControlFlowToSPIRV Conversion/ConvertToSPIRV Conversion/FuncToSPIRV Conversion/GPUToSPIRV Conversion/IndexToSPIRV Conversion/MathToSPIRV Conversion/MemRefToSPIRV Conversion/SCFToSPIRV Conversion/TensorToSPIRV Conversion/UBToSPIRV Conversion/VectorToSPIRV \
  Dialect/SPIRV/IR Dialect/SPIRV/Transforms Dialect/SPIRV/Linking/ModuleCombiner Target/SPIRV; do
  passed=0
  all=0
  for file in "$tests/$folder"/*.mlir; do
    case $file in *"$only"*) ;; *) continue ;; esac
    all=$((all + 1))
    command=$(sed -n 's|^// RUN: *||p' "$file" | sed "s|%s|$file|g; s#mlir-opt\|mlir-translate#$SPV_OPT --mlir-compat=19#; s#FileCheck#$check#")
    if bash -o pipefail -c "$command" > "$output" 2>&1; then
      passed=$((passed + 1))
    else
      echo "failed: $folder/${file##*/}"
      if [ -n "$only" ]; then cat "$output"; fi
    fi
  done
  echo "$folder: $passed of $all"
done
