// Matrices of a subgroup need the Vulkan memory model, in which barriers are not lowered.
// RUN: not spv-opt %s --mlir-compat=19 --convert-to-spirv=target=vulkan1.3+CooperativeMatrixKHR+SPV_KHR_cooperative_matrix 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: not spv-opt %s --mlir-compat=19 --convert-to-spirv=target=vulkan1.3+CooperativeMatrixKHR+VulkanMemoryModel+SPV_KHR_cooperative_matrix 2>&1 | FileCheck %s

// CHECK: error: failed to legalize operation 'gpu.module'
// CHECK: subgroup matrices require the Vulkan memory model, for which barriers and atomics cannot be lowered
// MODEL: error: failed to legalize operation
gpu.module @kernels {
  gpu.func @f(%a: memref<16x16xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %i = arith.constant 0 : index
    %one = arith.constant 1.0 : f32
    gpu.barrier
    %A = gpu.subgroup_mma_constant_matrix %one : !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %A, %a[%i, %i] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }
}
