#!/usr/bin/env bash
# mlir-opt 22.1.8 drops arith.truncf to bf16 or f16 when it lowers to a SPIR-V target without these types.
#
# By default, types of fewer than 32 bits that the target lacks become f32. Operand and result of the truncation then have the same
# type. The lowering erases the truncation without rounding, so the value has all bits of f32. If mlir-runner executes the lowering to
# LLVM, 1.00048828125 truncated to bf16 or f16 and extended to f32 is 1. The SPIR-V function returns its argument.
#
# Requires apt-get with the suite bookworm-security of Debian 12.
# Exits with 0 if MLIR still has this behavior.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
version=1:22.1.8-1~deb12u1
(
    cd "$directory"
    apt-get -qq -o APT::Sandbox::User=root download mlir-22-tools=$version libmlir-22=$version libllvm22=$version
    for package in *.deb; do dpkg -x "$package" .; done
)
export LD_LIBRARY_PATH=$directory/usr/lib/llvm-22/lib:$directory/usr/lib/x86_64-linux-gnu
bin=$directory/usr/lib/llvm-22/bin

# Prints a function that rounds 1.00048828125, or its argument, to the given type.
rounds() {
    echo "func.func @rounds($2) -> f32 {"
    [ -n "$2" ] || echo "  %value = arith.constant 1.00048828125 : f32"
    echo "  %narrow = arith.truncf %value : f32 to $1"
    echo "  %wide = arith.extf %narrow : $1 to f32"
    echo "  return %wide : f32"
    echo "}"
}
for type in bf16 f16; do
    rounds $type "" >"$directory/constant.mlir"
    executed=$("$bin/mlir-opt" --arith-expand=include-bf16=true --convert-arith-to-llvm --convert-func-to-llvm "$directory/constant.mlir" |
        "$bin/mlir-runner" -e rounds --entry-point-result=f32)
    echo "$type, executed by mlir-runner: $executed"
    [ "$executed" = 1.000000e+00 ]
    {
        echo 'module attributes {spirv.target_env = #spirv.target_env<'
        echo '    #spirv.vce<v1.3, [Shader, Linkage], []>, #spirv.resource_limits<>>} {'
        rounds $type "%value: f32"
        echo '}'
    } >"$directory/function.mlir"
    "$bin/mlir-opt" --convert-arith-to-spirv --convert-func-to-spirv --canonicalize "$directory/function.mlir" | grep "spirv.func" -A 2 |
        tee "$directory/lowered"
    if ! grep -q 'ReturnValue %arg0' "$directory/lowered"; then
        echo "changed: the lowering rounds" >&2
        exit 1
    fi
done
