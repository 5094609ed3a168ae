// RUN: spv-opt %s --mlir-compat=24 --convert-gpu-to-spirv | FileCheck %s
// A barrier fences workgroup memory and buffers, whatever `memfence` lists. Its scope is the workgroup, unless stated.
module attributes {
  gpu.container_module,
  spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>
} {
  gpu.module @kernels {
    // CHECK-LABEL: spirv.func @barriers
    gpu.func @barriers() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      // CHECK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory>
      gpu.barrier
      // CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory>
      gpu.barrier memfence [#gpu.address_space<global>]
      // CHECK-NEXT: spirv.ControlBarrier <Subgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory>
      gpu.barrier scope <subgroup>
      gpu.return
    }
  }
}
