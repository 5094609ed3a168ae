#!/usr/bin/env bash
# mlir-translate 22.1.8 imports structs with the decoration BufferBlock but cannot serialize them.
#
# Before version 1.3, SPIR-V marks storage buffers with BufferBlock and the storage class Uniform. This defect therefore affects every
# shader with a storage buffer that glslang compiles for Vulkan 1.0. The importer and the verifier accept the module. The serializer
# rejects the importer's output: "unhandled decoration BufferBlock". The same shader with Block and the storage class StorageBuffer
# makes the round trip.
#
# Requires apt-get with the suite bookworm-security of Debian 12.
# Exits with 0 if MLIR still has this defect.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
version=1:22.1.8-1~deb12u1
(
    cd "$directory"
    apt-get -qq download mlir-22-tools=$version libmlir-22=$version libllvm22=$version spirv-tools=2023.1-2
    for package in *.deb; do dpkg -x "$package" .; done
)
export LD_LIBRARY_PATH=$directory/usr/lib/llvm-22/lib:$directory/usr/lib/x86_64-linux-gnu
translate="$directory/usr/lib/llvm-22/bin/mlir-translate --no-implicit-module"

# module BLOCK CLASS EXTENSION: prints a shader that writes a storage buffer.
module() {
    cat <<MODULE
OpCapability Shader
$3
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %buffer $1
OpMemberDecorate %buffer 0 Offset 0
OpDecorate %variable DescriptorSet 0
OpDecorate %variable Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%buffer = OpTypeStruct %uint
%pointer = OpTypePointer $2 %buffer
%element = OpTypePointer $2 %uint
%variable = OpVariable %pointer $2
%main = OpFunction %void None %function
%entry = OpLabel
%place = OpAccessChain %element %variable %zero
OpStore %place %zero
OpReturn
OpFunctionEnd
MODULE
}

# round_trip NAME: assembles, validates, imports and serializes a shader.
round_trip() {
    "$directory/usr/bin/spirv-as" --target-env spv1.0 "$directory/$1.spvasm" -o "$directory/$1.spv"
    "$directory/usr/bin/spirv-val" --target-env vulkan1.0 "$directory/$1.spv"
    $translate --deserialize-spirv "$directory/$1.spv" -o "$directory/$1.mlir"
    $translate --serialize-spirv "$directory/$1.mlir" -o "$directory/$1.again.spv" 2>"$directory/$1.errors"
}

module Block StorageBuffer 'OpExtension "SPV_KHR_storage_buffer_storage_class"' >"$directory/new.spvasm"
round_trip new
echo "Block: round trip"

module BufferBlock Uniform "" >"$directory/old.spvasm"
if round_trip old; then
    echo "changed: mlir-translate serializes BufferBlock" >&2
    exit 1
fi
grep -o "GlobalVariable.*" "$directory/old.mlir"
grep -o "error: .*" "$directory/old.errors" | head -1
grep -q "unhandled decoration BufferBlock" "$directory/old.errors"
