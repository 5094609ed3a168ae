#!/usr/bin/env bash
# llc 22.1.8 writes invalid SPIR-V for two OpenCL functions on integers.
#
# any(int4) becomes OpAny of the integer vector, but the specification requires a vector of booleans. convert_int4(int4) is a no-op and
# becomes OpUConvert between identical types, but the specification requires different widths. spirv-val of Debian 12 rejects both
# modules. Intel's OpenCL runtime for CPUs builds both. Its `any` then does not test the most significant bits, as OpenCL C requires.
#
# Requires apt-get with the suites bookworm and bookworm-security of Debian 12.
# Exits with 0 if llc still has these defects.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
version=1:22.1.8-1~deb12u1
(
    cd "$directory"
    apt-get -qq -o APT::Sandbox::User=root download llvm-22=$version libllvm22=$version spirv-tools=2023.1-2
    for package in *.deb; do dpkg -x "$package" .; done
)
export LD_LIBRARY_PATH=$directory/usr/lib/llvm-22/lib:$directory/usr/lib/x86_64-linux-gnu

# Compiles a call to the function with the given mangled name and result type. Expects an error message from spirv-val.
check() {
    cat >"$directory/kernel.ll" <<MODULE
target triple = "spirv64-unknown-unknown"

declare spir_func $2 @$1(<4 x i32>)

define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %value = load <4 x i32>, ptr addrspace(1) %in
  %result = call spir_func $2 @$1(<4 x i32> %value)
  store $2 %result, ptr addrspace(1) %out
  ret void
}
MODULE
    "$directory/usr/lib/llvm-22/bin/llc" -O0 -filetype=obj "$directory/kernel.ll" -o "$directory/kernel.spv"
    verdict=$("$directory/usr/bin/spirv-val" "$directory/kernel.spv" 2>&1 || true)
    echo "$verdict"
    case $verdict in
        *"$3"*) ;;
        *) echo "changed: expected the error '$3'" && exit 1 ;;
    esac
}
check _Z3anyDv4_i i32 "Expected operand to be vector bool: Any"
check _Z12convert_int4Dv4_i "<4 x i32>" "Expected input to have different bit width from Result Type: UConvert"
