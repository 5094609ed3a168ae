// RUN: spv-opt %s --mlir-compat=24 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=22 | FileCheck %s
// Lists of limits keep the types of their numbers.
// CHECK: max_compute_workgroup_size = [1024 : i32, 1024 : i32, 64 : i32]
// CHECK: max_compute_workgroup_size = [1024, 1024, 64]
module attributes {
  spirv.a = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<max_compute_workgroup_size = [1024 : i32, 1024 : i32, 64 : i32]>>,
  spirv.b = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<max_compute_workgroup_size = [1024, 1024, 64]>>
} {}
