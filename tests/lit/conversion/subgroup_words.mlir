// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.1+GroupNonUniformArithmetic | FileCheck %s

// Subgroup reductions of 64-bit integers on a target without these: sums of 16 bits each, and extrema of the upper words
// before those of the lower ones.

gpu.module @m {
  // CHECK-LABEL: spv.func @sum
  // CHECK-COUNT-4: spv.GroupNonUniformIAdd
  // CHECK-NOT: spv.GroupNonUniformIAdd
  gpu.func @sum(%x: memref<64xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi64>
    %r = gpu.subgroup_reduce add %v : (i64) -> i64
    memref.store %r, %x[%i] : memref<64xi64>
    gpu.return
  }
  // CHECK-LABEL: spv.func @least
  // CHECK: %[[BEST:.*]] = spv.GroupNonUniformSMin {{.*}} : i32
  // CHECK: spv.IEqual %{{.*}}, %[[BEST]]
  // CHECK: spv.GroupNonUniformUMin
  gpu.func @least(%x: memref<64xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi64>
    %r = gpu.subgroup_reduce minsi %v : (i64) -> i64
    memref.store %r, %x[%i] : memref<64xi64>
    gpu.return
  }
  // CHECK-LABEL: spv.func @greatest_byte
  // CHECK: spv.ShiftRightArithmetic
  // CHECK: spv.GroupNonUniformSMax
  gpu.func @greatest_byte(%x: memref<64xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi8>
    %r = gpu.subgroup_reduce maxsi %v : (i8) -> i8
    memref.store %r, %x[%i] : memref<64xi8>
    gpu.return
  }
}
