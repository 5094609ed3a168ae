#!/usr/bin/env bash
# mlir-opt 22.1.8 cannot read the spirv.INTEL.SubgroupBlockWrite that it prints.
#
# The parser requires the storage class of the pointer as a string after the op name, as in spirv.Store: "expected attribute value".
# The printer omits it, as in spirv.INTEL.SubgroupBlockRead. A module with this op therefore cannot be saved in custom form and read
# back. The generic form works.
#
# Requires apt-get with the suite bookworm-security of Debian 12.
# Exits with 0 if MLIR still has this defect.
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
opt=$directory/usr/lib/llvm-22/bin/mlir-opt

cat >"$directory/input.mlir" <<'MODULE'
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, SubgroupBufferBlockIOINTEL], [SPV_INTEL_subgroups]> {
  spirv.func @copy(%from: !spirv.ptr<i32, StorageBuffer>, %to: !spirv.ptr<i32, StorageBuffer>) "None" {
    %0 = spirv.INTEL.SubgroupBlockRead %from : !spirv.ptr<i32, StorageBuffer> -> i32
    spirv.INTEL.SubgroupBlockWrite "StorageBuffer" %to, %0 : i32
    spirv.Return
  }
}
MODULE
"$opt" "$directory/input.mlir" >"$directory/custom.mlir"
grep SubgroupBlock "$directory/custom.mlir"
"$opt" --mlir-print-op-generic "$directory/input.mlir" | "$opt" >"$directory/again.mlir"
cmp "$directory/custom.mlir" "$directory/again.mlir"
echo "the generic form is read"
if "$opt" "$directory/custom.mlir" >/dev/null 2>"$directory/errors"; then
    echo "changed: mlir-opt reads the custom form" >&2
    exit 1
fi
grep -o "error: .*" "$directory/errors"
grep -q "expected attribute value" "$directory/errors"
