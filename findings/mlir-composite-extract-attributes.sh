#!/usr/bin/env bash
# mlir-opt 22.1.8 drops the decoration RelaxedPrecision of spirv.CompositeExtract and spirv.CompositeInsert in custom form.
#
# The generic form has the attribute relaxed_precision, and mlir-translate serializes it. The printers of the custom form omit the
# attributes of these two ops without a warning. The parsers reject the attributes: "expected ':'". The custom form of other ops, such
# as spirv.FAdd, preserves the attribute. MLIR 19.1.7 behaves in the same way.
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
bin=$directory/usr/lib/llvm-22/bin

cat >"$directory/generic.mlir" <<'MODULE'
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  spirv.func @f(%v: vector<4xf32>) -> f32 "None" {
    %0 = "spirv.CompositeExtract"(%v) <{indices = [1 : i32]}> {relaxed_precision} : (vector<4xf32>) -> f32
    %1 = "spirv.FAdd"(%0, %0) {relaxed_precision} : (f32, f32) -> f32
    spirv.ReturnValue %1 : f32
  }
}
MODULE

# Prints the number of decorations in the binary of a module.
decorations() {
    "$bin/mlir-translate" --no-implicit-module --serialize-spirv "$1" -o "$directory/module.spv"
    "$directory/usr/bin/spirv-dis" "$directory/module.spv" | grep -c RelaxedPrecision
}

"$bin/mlir-opt" "$directory/generic.mlir" | sed '/^module {$/d; /^}$/d' >"$directory/custom.mlir"
grep "CompositeExtract\|FAdd" "$directory/custom.mlir"
before=$(decorations "$directory/generic.mlir")
after=$(decorations "$directory/custom.mlir")
echo "decorations: $before in the generic form, $after after printing"
[ "$before" = 2 ] && [ "$after" = 1 ]

sed 's/\(CompositeExtract %arg0\[1 : i32\]\)/\1 {relaxed_precision}/' "$directory/custom.mlir" >"$directory/edited.mlir"
if "$bin/mlir-opt" "$directory/edited.mlir" >/dev/null 2>"$directory/errors"; then
    echo "changed: mlir-opt reads attributes of CompositeExtract" >&2
    exit 1
fi
grep -o "error: .*" "$directory/errors"
grep -q "expected ':'" "$directory/errors"
