#!/usr/bin/env bash
# MLIR 24 (iree-base-compiler 3.13.0) lowers gpu.barrier to a SPIR-V barrier that orders only workgroup memory.
#
# gpu.barrier without an operand makes all memory accesses visible. With `memfence [#gpu.address_space<global>]`, it makes accesses to
# global memory visible. --convert-gpu-to-spirv emits `AcquireRelease|WorkgroupMemory` for every gpu.barrier. A store to a storage
# buffer before the barrier is then not guaranteed to be visible to other invocations after the barrier. Visibility requires
# UniformMemory in a shader, and CrossWorkgroupMemory in a kernel. A barrier with an empty list gets the same semantics, although it
# need not order memory.
#
# Requires python3 with venv.
# Exits with 0 if MLIR still behaves in this way.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
python3 -m venv "$directory/venv"
"$directory/venv/bin/pip" install --quiet --disable-pip-version-check iree-base-compiler==3.13.0
"$directory/venv/bin/iree-opt" --version | grep -o "LLVM version .*"

# Prints the memory semantics of a barrier with the given operand, for a target with the given capability.
semantics() {
    "$directory/venv/bin/iree-opt" --convert-gpu-to-spirv - <<MODULE | grep -o '<AcquireRelease[^>]*>'
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
