// RUN: spv-opt --mlir-compat=19 --gpu-kernel-outlining %s | FileCheck %s
// RUN: spv-opt --gpu-kernel-outlining --convert-to-spirv %s | FileCheck %s --check-prefix=SPV

// The body of a launch becomes a kernel: integer constants are copied into it, other values are passed. What is known of the
// sizes is the workgroup size of the entry point.

// CHECK: module attributes {gpu.container_module}
// CHECK: func.func @launch(%arg0: memref<256xf32>)
// CHECK: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: gpu.launch_func  @launch_kernel::@launch_kernel blocks in (%c4, %c1, %c1) threads in (%c64, %c1, %c1)  args(%arg0 : memref<256xf32>, %[[TWO]] : f32)
// CHECK: gpu.module @launch_kernel
// CHECK: gpu.func @launch_kernel(%arg0: memref<256xf32>, %arg1: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 4, 1, 1>}
// CHECK: %block_id_x = gpu.block_id  x
// CHECK: %c3 = arith.constant 3 : index
// CHECK: memref.load %arg0[
// CHECK: arith.mulf %{{.*}}, %arg1 : f32
// CHECK: gpu.return

// SPV: gpu.launch_func
// SPV: spv.module @launch_kernel Logical GLSL450
// SPV: spv.EntryPoint "GLCompute" @launch_kernel
// SPV: spv.ExecutionMode @launch_kernel "LocalSize", 64, 1, 1

func.func @launch(%x: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %two = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%dx = %c64, %dy = %c1, %dz = %c1) {
    %start = arith.muli %bx, %dx : index
    %i = arith.addi %start, %tx : index
    %j = arith.xori %i, %c3 : index
    %v = memref.load %x[%j] : memref<256xf32>
    %w = arith.mulf %v, %two : f32
    memref.store %w, %x[%i] : memref<256xf32>
    gpu.terminator
  }
  return
}
