#!/usr/bin/env bash
# mlir-opt 22.1.8 lowers arith.remsi to SPIR-V incorrectly: the remainder of the minimum integer has the wrong sign.
#
# -2147483648 rem 3 is -2, because -2147483648 = -715827882 * 3 - 2. MLIR's own directory agrees. The kernel from --convert-gpu-to-spirv
# returns 2. The lowering compares the dividend with its absolute value to determine its sign. The absolute value of the minimum
# integer is the minimum integer itself, so the lowering treats it as positive. The lowerings for shaders (GL.SAbs) and for kernels
# (CL.s_abs) have the same form.
#
# Requires python3 with venv, and apt-get with the suites bookworm and bookworm-security of Debian 12.
# Exits with 0 if MLIR still has this defect.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
version=1:22.1.8-1~deb12u1
(
    cd "$directory"
    apt-get -qq -o APT::Sandbox::User=root download mlir-22-tools=$version libmlir-22=$version libllvm22=$version \
        spirv-tools=2023.1-2 ocl-icd-libopencl1=2.3.1-1
    for package in *.deb; do dpkg -x "$package" .; done
)
python3 -m venv "$directory/venv"
"$directory/venv/bin/pip" install --quiet --disable-pip-version-check intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0
mkdir "$directory/icd"
echo "$directory/venv/lib/libintelocl.so" >"$directory/icd/intel.icd"
export OCL_ICD_VENDORS=$directory/icd LD_LIBRARY_PATH=$directory/usr/lib/llvm-22/lib:$directory/usr/lib/x86_64-linux-gnu
bin=$directory/usr/lib/llvm-22/bin

cat >"$directory/fold.mlir" <<'MODULE'
func.func @folded() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant 3 : i32
  %r = arith.remsi %a, %b : i32
  return %r : i32
}
MODULE
folded=$("$bin/mlir-opt" --canonicalize "$directory/fold.mlir" | grep -o 'constant -\?[0-9]*' | cut -d' ' -f2)
echo "folded: $folded"
[ "$folded" = -2 ]

# A kernel that writes the remainder of the first two elements to the third.
cat >"$directory/kernel.mlir" <<'MODULE'
module attributes {gpu.container_module,
    spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel, Addresses, Int64], []>, #spirv.resource_limits<>>} {
  gpu.module @m {
    gpu.func @k(%data: memref<3xi32, #spirv.storage_class<CrossWorkgroup>>) kernel
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
      %first = arith.constant 0 : index
      %second = arith.constant 1 : index
      %third = arith.constant 2 : index
      %a = memref.load %data[%first] : memref<3xi32, #spirv.storage_class<CrossWorkgroup>>
      %b = memref.load %data[%second] : memref<3xi32, #spirv.storage_class<CrossWorkgroup>>
      %r = arith.remsi %a, %b : i32
      memref.store %r, %data[%third] : memref<3xi32, #spirv.storage_class<CrossWorkgroup>>
      gpu.return
    }
  }
}
MODULE
"$bin/mlir-opt" --pass-pipeline='builtin.module(convert-gpu-to-spirv{use-64bit-index=true},gpu.module(spirv.module(spirv-lower-abi-attrs,spirv-update-vce)))' \
    "$directory/kernel.mlir" | sed -n '/^    spirv.module/,/^    }/p' >"$directory/lowered.mlir"
grep "s_abs\|IEqual" "$directory/lowered.mlir"
"$bin/mlir-translate" --no-implicit-module --serialize-spirv "$directory/lowered.mlir" -o "$directory/kernel.spv"
"$directory/usr/bin/spirv-val" --target-env opencl1.2 "$directory/kernel.spv"

# Runs the kernel with one work-item on two operands, and prints the result.
cat >"$directory/run.py" <<'RUN'
import ctypes, sys

cl = ctypes.CDLL("libOpenCL.so.1")
pointer, size = ctypes.c_void_p, ctypes.c_size_t
for name in ["Context", "CommandQueue", "ProgramWithIL", "Kernel", "Buffer"]:
    getattr(cl, "clCreate" + name).restype = pointer
error, platform, device = ctypes.c_int(), pointer(), pointer()
assert cl.clGetPlatformIDs(1, ctypes.byref(platform), None) == 0
# The constant 2 is CL_DEVICE_TYPE_CPU.
assert cl.clGetDeviceIDs(platform, ctypes.c_ulong(2), 1, ctypes.byref(device), None) == 0
context = pointer(cl.clCreateContext(None, 1, ctypes.byref(device), None, None, ctypes.byref(error)))
queue = pointer(cl.clCreateCommandQueue(context, device, ctypes.c_ulong(0), ctypes.byref(error)))
words = open(sys.argv[1], "rb").read()
program = pointer(cl.clCreateProgramWithIL(context, words, size(len(words)), ctypes.byref(error)))
assert error.value == 0 and cl.clBuildProgram(program, 0, None, None, None, None) == 0
kernel = pointer(cl.clCreateKernel(program, b"k", ctypes.byref(error)))
data = (ctypes.c_int * 3)(int(sys.argv[2]), int(sys.argv[3]), 0)
# Flags CL_MEM_READ_WRITE and CL_MEM_COPY_HOST_PTR.
buffer = pointer(cl.clCreateBuffer(context, ctypes.c_ulong(1 | 32), size(12), data, ctypes.byref(error)))
assert cl.clSetKernelArg(kernel, 0, size(8), ctypes.byref(buffer)) == 0
count = (size * 1)(1)
assert cl.clEnqueueNDRangeKernel(queue, kernel, 1, None, count, count, 0, None, None) == 0
assert cl.clEnqueueReadBuffer(queue, buffer, 1, size(0), size(12), data, 0, None, None) == 0
print(data[2])
RUN
check() {
    found=$(python3 "$directory/run.py" "$directory/kernel.spv" "$1" "$2")
    echo "$1 rem $2: $found"
    [ "$found" = "$3" ] || { echo "changed: expected $3"; exit 1; }
}
check -2147483647 3 -1
check -2147483648 3 2
