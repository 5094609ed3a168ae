#!/usr/bin/env bash
# Intel's OpenCL runtime for CPUs 2026.2.0 computes a wrong mad_sat of 32-bit integers if it vectorizes 4 or 8 work-items.
#
# For int, mad_sat(-4, 1, 9) is 5. For uint, mad_sat(4294967292, 1, 9) saturates to 4294967295. With
# CL_CONFIG_CPU_VECTORIZER_MODE=1 (no vectors) or 16, the kernel returns these results. With 8, it returns -2147483648 and 5. The
# runtime chooses 8 by default on CPUs without AVX-512.
#
# Requires python3 with venv, a CPU with AVX2, and apt-get with the suite bookworm of Debian 12.
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

cat >"$directory/kernel.spvasm" <<'KERNEL'
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %kernel "k" %id
OpDecorate %id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%long = OpTypeInt 64 0
%long3 = OpTypeVector %long 3
%input = OpTypePointer Input %long3
%global = OpTypePointer CrossWorkgroup %uint
%type = OpTypeFunction %void %global %global %global %global %global
%id = OpVariable %input Input
%kernel = OpFunction %void None %type
%a = OpFunctionParameter %global
%b = OpFunctionParameter %global
%c = OpFunctionParameter %global
%s = OpFunctionParameter %global
%u = OpFunctionParameter %global
%entry = OpLabel
%ids = OpLoad %long3 %id Aligned 32
%i = OpCompositeExtract %long %ids 0
%pa = OpInBoundsPtrAccessChain %global %a %i
%pb = OpInBoundsPtrAccessChain %global %b %i
%pc = OpInBoundsPtrAccessChain %global %c %i
%ps = OpInBoundsPtrAccessChain %global %s %i
%pu = OpInBoundsPtrAccessChain %global %u %i
%x = OpLoad %uint %pa Aligned 4
%y = OpLoad %uint %pb Aligned 4
%z = OpLoad %uint %pc Aligned 4
%signed = OpExtInst %uint %std s_mad_sat %x %y %z
OpStore %ps %signed Aligned 4
%unsigned = OpExtInst %uint %std u_mad_sat %x %y %z
OpStore %pu %unsigned Aligned 4
OpReturn
OpFunctionEnd
KERNEL
"$directory/usr/bin/spirv-as" --target-env spv1.2 "$directory/kernel.spvasm" -o "$directory/kernel.spv"
"$directory/usr/bin/spirv-val" --target-env opencl2.2 "$directory/kernel.spv"

# Runs the kernel for 16 work-items with the same operands. Prints the results of the first work-item, as int and uint.
cat >"$directory/run.py" <<'RUN'
import ctypes, sys

cl = ctypes.CDLL("libOpenCL.so.1")
pointer, size = ctypes.c_void_p, ctypes.c_size_t
for name in "clCreateContext clCreateCommandQueue clCreateProgramWithIL clCreateKernel clCreateBuffer".split():
    getattr(cl, name).restype = pointer
error, platform, device = ctypes.c_int(), pointer(), pointer()
assert cl.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
assert cl.clGetDeviceIDs(platform, ctypes.c_ulong(2), 1, ctypes.byref(device), None) == 0
context = pointer(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(error)))
queue = pointer(cl.clCreateCommandQueue(context, device, ctypes.c_ulong(0), ctypes.byref(error)))
words = open(sys.argv[1], "rb").read()
program = pointer(cl.clCreateProgramWithIL(context, words, size(len(words)), ctypes.byref(error)))
assert error.value == 0 and cl.clBuildProgram(program, 0, None, None, None, None) == 0
kernel = pointer(cl.clCreateKernel(program, b"k", ctypes.byref(error)))
buffers = []
for index, value in enumerate([0xFFFFFFFC, 1, 9, 0, 0]):
    data = (ctypes.c_uint * 16)(*[value] * 16)
    # Flags CL_MEM_READ_WRITE and CL_MEM_COPY_HOST_PTR.
    buffer = pointer(cl.clCreateBuffer(context, ctypes.c_ulong(1 | 32), size(64), data, ctypes.byref(error)))
    assert cl.clSetKernelArg(kernel, index, size(8), ctypes.byref(buffer)) == 0
    buffers.append(buffer)
count = (size * 1)(16)
assert cl.clEnqueueNDRangeKernel(queue, kernel, 1, None, count, count, 0, None, None) == 0
for buffer, kind in zip(buffers[3:], [ctypes.c_int, ctypes.c_uint]):
    data = (kind * 16)()
    assert cl.clEnqueueReadBuffer(queue, buffer, 1, size(0), size(64), data, 0, None, None) == 0
    print(data[0])
RUN
check() {
    found=$(CL_CONFIG_CPU_TARGET_ARCH=core-avx2 CL_CONFIG_CPU_VECTORIZER_MODE=$1 python3 "$directory/run.py" "$directory/kernel.spv" | xargs)
    echo "$1 work-items at once: $found"
    [ "$found" = "$2" ] || { echo "changed: expected $2"; exit 1; }
}
check 1 "5 4294967295"
check 8 "-2147483648 5"
