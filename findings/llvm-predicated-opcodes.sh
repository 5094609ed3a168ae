#!/usr/bin/env bash
# llc 22.1.8 writes OpPredicatedLoadINTEL and OpPredicatedStoreINTEL with the opcodes 6528 and 6529.
#
# The specification of SPV_INTEL_predicated_io and, since April 2026, the SPIRV-Headers assign 6258 and 6259. The digits are
# transposed: 6528 is the capability BindlessImagesINTEL. Consumers that follow the specification reject the modules.
#
# Requires apt-get with the suite bookworm-security of Debian 12, and python3.
# Exits with 0 if llc still has this defect.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
version=1:22.1.8-1~deb12u1
(
    cd "$directory"
    apt-get -qq download llvm-22=$version libllvm22=$version
    for package in *.deb; do dpkg -x "$package" .; done
)
export LD_LIBRARY_PATH=$directory/usr/lib/llvm-22/lib:$directory/usr/lib/x86_64-linux-gnu

cat >"$directory/kernel.ll" <<'MODULE'
target triple = "spirv64-unknown-unknown"

declare spir_func i32 @_Z27__spirv_PredicatedLoadINTELPU3AS1Kibi(ptr addrspace(1), i1, i32)
declare spir_func void @_Z28__spirv_PredicatedStoreINTELPU3AS1Kiib(ptr addrspace(1), i32, i1)

define spir_kernel void @copy(ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %predicate) {
  %value = call spir_func i32 @_Z27__spirv_PredicatedLoadINTELPU3AS1Kibi(ptr addrspace(1) %in, i1 %predicate, i32 0)
  call spir_func void @_Z28__spirv_PredicatedStoreINTELPU3AS1Kiib(ptr addrspace(1) %out, i32 %value, i1 %predicate)
  ret void
}
MODULE
"$directory/usr/lib/llvm-22/bin/llc" -O0 --spirv-ext=+SPV_INTEL_predicated_io -filetype=obj "$directory/kernel.ll" -o "$directory/kernel.spv"
python3 - "$directory/kernel.spv" <<'SCRIPT'
import struct
import sys

data = open(sys.argv[1], "rb").read()
words = struct.unpack(f"<{len(data) // 4}I", data)
opcodes, at = [], 5
while at < len(words):
    opcodes.append(words[at] & 0xFFFF)
    at += words[at] >> 16
high = [opcode for opcode in opcodes if opcode > 6000]
print("opcodes above 6000:", *high)
if high != [6528, 6529]:
    sys.exit("changed: llc writes other opcodes")
SCRIPT
