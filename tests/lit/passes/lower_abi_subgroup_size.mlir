// RUN: spv-opt %s --split-input-file --spirv-lower-abi-attrs --mlir-compat=19 | FileCheck %s

// The size of subgroups is an execution mode where the target has it, else it stays.

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.1, [Kernel, SubgroupDispatch], []>, #spirv.resource_limits<>>} {
  spirv.module Physical64 OpenCL {
    // CHECK: spirv.func @kernel(%arg0: f32) "None" {
    // CHECK: spirv.ExecutionMode @kernel "LocalSize", 32, 1, 1
    // CHECK: spirv.ExecutionMode @kernel "SubgroupSize", 64
    spirv.func @kernel(%arg0: f32) "None"
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1], subgroup_size = 64>} {
      spirv.Return
    }
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel, Addresses], []>, #spirv.resource_limits<>>} {
  spirv.module Physical64 OpenCL {
    // CHECK: spirv.func @kernel(%arg0: f32) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<subgroup_size = 64>} {
    // CHECK: spirv.ExecutionMode @kernel "LocalSize", 32, 1, 1
    // CHECK-NOT: SubgroupSize
    spirv.func @kernel(%arg0: f32) "None"
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1], subgroup_size = 64>} {
      spirv.Return
    }
  }
}
