// RUN: spv-opt %s --convert-to-spirv=target=opencl1.2 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl1.2 --target-env=opencl1.2 -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.1 --target-env=vulkan1.1 | FileCheck %s --check-prefix=SHADER

// The host passes a bool as an integer: a byte to an OpenCL kernel, a word to a shader.

// SHADER: spv.GlobalVariable @truth_arg_1 bind(0, 1) : !spv.ptr<!spv.struct<(i32 [0])

gpu.module @m {
  // CHECK-LABEL: spv.func @truth(
  // CHECK-SAME: %x: !spv.ptr<!spv.array<64 x i32>, CrossWorkgroup>, %b: i8, %h: i8) "None"
  // CHECK: %[[BIT:.*]] = spv.BitwiseAnd %b, %{{.*}} : i8
  // CHECK: %[[IS:.*]] = spv.IEqual %[[BIT]], %{{.*}} : i8
  // CHECK: spv.Select %[[IS]]
  gpu.func @truth(%x: memref<64xi32>, %b: i1, %h: i8) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi32>
    %w = arith.extsi %h : i8 to i32
    %s = arith.select %b, %v, %w : i32
    memref.store %s, %x[%i] : memref<64xi32>
    gpu.return
  }
}
