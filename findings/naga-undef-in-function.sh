#!/usr/bin/env bash
# naga-cli 30.0.1 rejects a valid shader with an OpUndef in a function. It accepts the shader with the OpUndef at module scope.
#
# SPIR-V allows OpUndef in the section of types and constants, and in functions (specification, 2.4). spirv-val accepts both. naga
# reports "Expression [N] can't be introduced - it's already in scope" if an OpUndef in a function is an operand of an OpPhi.
#
# Requires cargo (for naga-cli from crates.io) and apt-get (for spirv-as and spirv-val 2023.1 of Debian 12).
# Exits with 0 if naga still has this defect.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cargo install --quiet --locked --version 30.0.1 --root "$directory" naga-cli
(cd "$directory" && apt-get -qq download spirv-tools=2023.1-2 && dpkg -x spirv-tools_2023.1-2_*.deb .)

# Prints the shader with the OpUndef at the given marker, MODULE or FUNCTION.
shader() {
    sed "s/;$1/%undef = OpUndef %float/" <<'SHADER'
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %x %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %x Location 0
OpDecorate %x Flat
OpDecorate %out Location 0
%void = OpTypeVoid
%bool = OpTypeBool
%float = OpTypeFloat 32
%function = OpTypeFunction %void
%in_ptr = OpTypePointer Input %float
%out_ptr = OpTypePointer Output %float
%x = OpVariable %in_ptr Input
%out = OpVariable %out_ptr Output
%zero = OpConstant %float 0
;MODULE
%main = OpFunction %void None %function
%entry = OpLabel
;FUNCTION
%value = OpLoad %float %x
%test = OpFOrdGreaterThan %bool %value %zero
OpSelectionMerge %merge None
OpBranchConditional %test %then %merge
%then = OpLabel
%twice = OpFAdd %float %value %value
OpBranch %merge
%merge = OpLabel
%result = OpPhi %float %twice %then %undef %entry
OpStore %out %result
OpReturn
OpFunctionEnd
SHADER
}

for scope in MODULE FUNCTION; do
    shader "$scope" >"$directory/$scope.spvasm"
    "$directory/usr/bin/spirv-as" "$directory/$scope.spvasm" -o "$directory/$scope.spv"
    "$directory/usr/bin/spirv-val" "$directory/$scope.spv"
done
"$directory/bin/naga" "$directory/MODULE.spv"
if "$directory/bin/naga" "$directory/FUNCTION.spv" 2>"$directory/errors"; then
    echo "changed: naga accepts OpUndef in a function" >&2
    exit 1
fi
cat "$directory/errors"
grep -q "already in scope" "$directory/errors"
