#!/usr/bin/env bash
# Intel's OpenCL runtime for CPUs 2026.2.0 cannot build SPIR-V with an atomic instruction on a Generic pointer.
#
# clBuildProgram returns CL_BUILD_PROGRAM_FAILURE (-11) for OpAtomicLoad, OpAtomicExchange and all integer arithmetic on a pointer from
# OpPtrCastToGeneric. The build log lists a function that the linker does not find, such as atomic_add of an address space 4 pointer.
# The same instructions on the CrossWorkgroup pointer build. An OpenCL C 2.0 kernel with the same addition on a generic pointer also
# builds: the compiler calls atomic_fetch_add_explicit, which exists for generic pointers.
#
# Requires python3 with venv, and apt-get with the suite bookworm of Debian 12.
# Exits with 0 if the runtime still has this defect.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
(
    cd "$directory"
    apt-get -qq -o APT::Sandbox::User=root download spirv-tools=2023.1-2 ocl-icd-libopencl1=2.3.1-1
    for package in *.deb; do dpkg -x "$package" .; done
)
python3 -m venv "$directory/venv"
"$directory/venv/bin/pip" install --quiet --disable-pip-version-check intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0
mkdir "$directory/icd"
echo "$directory/venv/lib/libintelocl.so" >"$directory/icd/intel.icd"
export OCL_ICD_VENDORS=$directory/icd LD_LIBRARY_PATH=$directory/usr/lib/x86_64-linux-gnu

# Builds the SPIR-V module of a file, or else the OpenCL C program below. Prints the status and the function that was not found.
cat >"$directory/build.py" <<'BUILD'
import ctypes, re, sys

SOURCE = b"""
uint add(volatile atomic_uint *p) { return atomic_fetch_add_explicit(p, 7u, memory_order_relaxed, memory_scope_device); }
kernel void k(global atomic_uint *a) { add(a); }
"""
cl = ctypes.CDLL("libOpenCL.so.1")
pointer, size = ctypes.c_void_p, ctypes.c_size_t
for name in "clCreateContext clCreateProgramWithIL clCreateProgramWithSource".split():
    getattr(cl, name).restype = pointer
error, platform, device = ctypes.c_int(), pointer(), pointer()
assert cl.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
assert cl.clGetDeviceIDs(platform, ctypes.c_ulong(2), 1, ctypes.byref(device), None) == 0
context = pointer(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(error)))
if len(sys.argv) > 1:
    words = open(sys.argv[1], "rb").read()
    program = pointer(cl.clCreateProgramWithIL(context, words, size(len(words)), ctypes.byref(error)))
else:
    source = ctypes.c_char_p(SOURCE)
    program = pointer(cl.clCreateProgramWithSource(context, 1, ctypes.byref(source), None, ctypes.byref(error)))
assert error.value == 0
# No optimization, which could infer the storage class of the pointer.
status = cl.clBuildProgram(program, 0, None, b"-cl-std=CL2.0 -cl-opt-disable" if len(sys.argv) == 1 else None, None, None)
log = ctypes.create_string_buffer(1 << 16)
# CL_PROGRAM_BUILD_LOG.
cl.clGetProgramBuildInfo(program, device, 0x1183, size(len(log)), log, None)
print(status, *re.findall(r"Symbols not found: \[ (\S+)", log.value.decode()))
BUILD
check() {
    local found
    found=$(python3 "$directory/build.py" "${@:3}")
    echo "$1: $found"
    [ "$found" = "$2" ] || { echo "changed: expected $2"; exit 1; }
}

# Checks an atomic instruction on both pointers. Parameters: instruction, operand after the memory semantics, function not found
instruction() {
    local name
    for name in generic global; do
        cat >"$directory/$name.spvasm" <<KERNEL
OpCapability Addresses
OpCapability Kernel
OpCapability GenericPointer
OpCapability Int64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %kernel "k"
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%device = OpConstant %uint 1
%relaxed = OpConstant %uint 0
%seven = OpConstant %uint 7
%to_global = OpTypePointer CrossWorkgroup %uint
%to_generic = OpTypePointer Generic %uint
%type = OpTypeFunction %void %to_global
%kernel = OpFunction %void None %type
%global = OpFunctionParameter %to_global
%entry = OpLabel
%generic = OpPtrCastToGeneric %to_generic %global
%old = $1 %uint %$name %device %relaxed $2
OpReturn
OpFunctionEnd
KERNEL
        "$directory/usr/bin/spirv-as" --target-env spv1.2 "$directory/$name.spvasm" -o "$directory/$name.spv"
        "$directory/usr/bin/spirv-val" --target-env opencl2.2 "$directory/$name.spv"
    done
    check "$1, CrossWorkgroup" 0 "$directory/global.spv"
    check "$1, Generic" "-11 $3" "$directory/generic.spv"
}
check "OpenCL C" 0
instruction OpAtomicIAdd %seven _Z10atomic_addPU3AS4Vii
instruction OpAtomicSMax %seven _Z10atomic_maxPU3AS4Vii
instruction OpAtomicExchange %seven _Z11atomic_xchgPU3AS4Vii
instruction OpAtomicLoad "" _Z10atomic_addPU3AS4Vii
