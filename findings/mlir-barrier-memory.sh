#!/usr/bin/env bash
# MLIR 24 (iree-base-compiler 3.13.0) lowers gpu.barrier to a SPIR-V barrier that orders workgroup memory only.
#
# gpu.barrier without an operand makes all memory accesses visible, with `memfence [#gpu.address_space<global>]` those to
# global memory. --convert-gpu-to-spirv gives `AcquireRelease|WorkgroupMemory` for all of them. So a store to a storage buffer
# before the barrier need not be visible to the other invocations after it; that takes UniformMemory in a shader, and
# CrossWorkgroupMemory in a kernel. A barrier with an empty list, which need not order memory, has the same semantics.
#
# Needs python3 with venv.
# Exits with 0 while MLIR behaves in this way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check iree-base-compiler==3.13.0
"$folder/venv/bin/iree-opt" --version | grep -o "LLVM version .*"

# Prints the semantics of a barrier with an operand, for a target with a capability.
semantics() {
    "$folder/venv/bin/iree-opt" --convert-gpu-to-spirv - <<MODULE | grep -o '<AcquireRelease[^>]*>'
module attributes {gpu.container_module,
    spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [$2], []>, #spirv.resource_limits<>>} {
  gpu.module @m {
    gpu.func @k() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
      gpu.barrier $1
      gpu.return
    }
  }
}
MODULE
}
for capability in Shader "Kernel, Addresses"; do
    for operand in "" "memfence [#gpu.address_space<global>]" "memfence [#gpu.address_space<workgroup>]" "memfence []"; do
        found=$(semantics "$operand" "$capability")
        echo "$capability: gpu.barrier${operand:+ $operand}: $found"
        [ "$found" = "<AcquireRelease|WorkgroupMemory>" ] || { echo "changed" >&2; exit 1; }
    done
done
