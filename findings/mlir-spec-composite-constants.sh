#!/usr/bin/env bash
# mlir-opt 22.1.8 accepts no ordinary constant among the constituents of spirv.SpecConstantComposite.
#
# SPIR-V allows both in OpSpecConstantComposite: specialization constants and ordinary constants. glslang emits such a composite for
# a workgroup whose size is specialized in one dimension only. The op of the spirv dialect takes symbol references, and ordinary
# constants have no symbols, so "(@x, 1 : i32, 1 : i32)" is an error: "invalid kind of attribute specified". The only remedy is a
# specialization constant without spec_id for each ordinary constant.
#
# Requires apt-get with the suite bookworm-security of Debian 12.
# Exits with 0 if MLIR still has this restriction.
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

# SPIR-V's validator accepts an ordinary constant as a constituent.
cat >"$directory/size.spvasm" <<MODULE
OpCapability Shader
OpCapability Linkage
OpMemoryModel Logical GLSL450
OpDecorate %x SpecId 0
%uint = OpTypeInt 32 0
%v2uint = OpTypeVector %uint 2
%x = OpSpecConstant %uint 8
%one = OpConstant %uint 1
%size = OpSpecConstantComposite %v2uint %x %one
MODULE
"$directory/usr/bin/spirv-as" "$directory/size.spvasm" -o "$directory/size.spv"
"$directory/usr/bin/spirv-val" "$directory/size.spv"
echo "spirv-val: valid"

# read_composite CONSTITUENT: reads a composite of the specialization constant @x and the given constituent.
read_composite() {
    "$directory/usr/lib/llvm-22/bin/mlir-opt" - 2>&1 <<MODULE
spirv.module Logical GLSL450 {
  spirv.SpecConstant @x spec_id(0) = 8 : i32
  spirv.SpecConstant @one = 1 : i32
  spirv.SpecConstantComposite @size (@x, $1) : vector<2xi32>
}
MODULE
}

read_composite @one >/dev/null
echo "symbols: accepted"
if read_composite "1 : i32" >"$directory/output"; then
    echo "changed: mlir-opt accepts an ordinary constant" >&2
    exit 1
fi
grep -o "error: .*" "$directory/output" | head -1
grep -q "invalid kind of attribute specified" "$directory/output"
