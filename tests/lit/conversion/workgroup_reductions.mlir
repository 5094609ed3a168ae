// RUN: spv-opt %s --convert-to-spirv=target=opencl2.2+GroupUniformArithmeticKHR+SPV_KHR_uniform_group_instructions | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl2.2+GroupUniformArithmeticKHR+SPV_KHR_uniform_group_instructions --target-env=opencl2.2 -o %t.spv
// RUN: not spv-opt %s --convert-to-spirv=target=opencl2.2 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: not spv-opt %s --convert-to-spirv=target=vulkan1.2+GroupNonUniformArithmetic 2>&1 | FileCheck %s --check-prefix=VULKAN
// RUN: sed 's/uniform {}/{}/' %s > %t.mlir
// RUN: not spv-opt %t.mlir --convert-to-spirv=target=opencl2.2 2>&1 | FileCheck %s --check-prefix=DIVERGENT

// LACKS: the target lacks {{.*}}GroupUniformArithmeticKHR
// VULKAN: a reduction over the workgroup must be written with its memory
// DIVERGENT: a reduction over the workgroup must be marked 'uniform'

gpu.module @m {
  // CHECK-LABEL: spv.func @all
  // CHECK: spv.GroupIAdd "Workgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.GroupSMin "Workgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.GroupIMulKHR "Workgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.GroupBitwiseXorKHR "Workgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.ControlBarrier Workgroup, Workgroup, "AcquireRelease|WorkgroupMemory|CrossWorkgroupMemory"
  gpu.func @all(%x: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi32>
    %a = gpu.all_reduce add %v uniform {} : (i32) -> i32
    %b = gpu.all_reduce minsi %a uniform {} : (i32) -> i32
    %c = gpu.all_reduce mul %b uniform {} : (i32) -> i32
    %d = gpu.all_reduce xor %c uniform {} : (i32) -> i32
    gpu.barrier
    memref.store %d, %x[%i] : memref<64xi32>
    gpu.return
  }
}
