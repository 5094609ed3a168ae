// RUN: spv-opt %s --convert-to-spirv=target=opencl2.0 --target-env=opencl2.0 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0spv1.2 --target-env=opencl3.0spv1.2 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0 --target-env=opencl3.0 | FileCheck %s --check-prefix=ACTIVE
// RUN: sed 's/ uniform//' %s > %t.mlir
// RUN: not spv-opt %t.mlir --convert-to-spirv=target=opencl2.0 2>&1 | FileCheck %s --check-prefix=DIVERGENT

// OpenCL 2 reduces over whole subgroups only.
// DIVERGENT: requires 'spv.GroupNonUniformIAdd', but the target lacks the capability

gpu.module @m {
  // CHECK: spv.GroupIAdd "Subgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.SConvert
  // CHECK: spv.GroupSMax "Subgroup" "Reduce" %{{.*}} : i32
  // ACTIVE: spv.GroupNonUniformIAdd "Subgroup" "Reduce" %{{.*}} : i32
  // ACTIVE: spv.GroupNonUniformSMax "Subgroup" "Reduce"
  gpu.func @sums(%x: memref<64xi32>, %y: memref<64xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi32>
    %s = gpu.subgroup_reduce add %v uniform : (i32) -> i32
    memref.store %s, %x[%i] : memref<64xi32>
    %w = memref.load %y[%i] : memref<64xi16>
    %m = gpu.subgroup_reduce maxsi %w uniform : (i16) -> i16
    memref.store %m, %y[%i] : memref<64xi16>
    gpu.return
  }
}
