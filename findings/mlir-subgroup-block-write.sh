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
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
version=1:22.1.8-1~deb12u1
(
    cd "$folder"
    apt-get -qq -o APT::Sandbox::User=root download mlir-22-tools=$version libmlir-22=$version libllvm22=$version
    for package in *.deb; do dpkg -x "$package" .; done
)
export LD_LIBRARY_PATH=$folder/usr/lib/llvm-22/lib:$folder/usr/lib/x86_64-linux-gnu
opt=$folder/usr/lib/llvm-22/bin/mlir-opt

cat >"$folder/input.mlir" <<'MODULE'
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, SubgroupBufferBlockIOINTEL], [SPV_INTEL_subgroups]> {
  spirv.func @copy(%from: !spirv.ptr<i32, StorageBuffer>, %to: !spirv.ptr<i32, StorageBuffer>) "None" {
    %0 = spirv.INTEL.SubgroupBlockRead %from : !spirv.ptr<i32, StorageBuffer> -> i32
    spirv.INTEL.SubgroupBlockWrite "StorageBuffer" %to, %0 : i32
    spirv.Return
  }
}
MODULE
"$opt" "$folder/input.mlir" >"$folder/custom.mlir"
grep SubgroupBlock "$folder/custom.mlir"
"$opt" --mlir-print-op-generic "$folder/input.mlir" | "$opt" >"$folder/again.mlir"
cmp "$folder/custom.mlir" "$folder/again.mlir"
echo "the generic form is read"
if "$opt" "$folder/custom.mlir" >/dev/null 2>"$folder/errors"; then
    echo "changed: mlir-opt reads the custom form" >&2
    exit 1
fi
grep -o "error: .*" "$folder/errors"
grep -q "expected attribute value" "$folder/errors"
