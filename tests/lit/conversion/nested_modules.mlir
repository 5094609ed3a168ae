// RUN: spv-opt %s --test-convert-to-spirv="convert-gpu-modules=true nest-in-gpu-module=true" --mlir-compat=22 | FileCheck %s
// The result of each kernel module is put at its start.
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>} {
  // CHECK: gpu.module @first {
  // CHECK-NEXT: spirv.module @__spv__first Logical GLSL450
  // CHECK: spirv.func @f
  // CHECK: gpu.func @f
  gpu.module @first {
    gpu.func @f() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} { gpu.return }
  }
  // CHECK: gpu.module @second {
  // CHECK-NEXT: spirv.module @__spv__second Logical GLSL450
  // CHECK: spirv.func @g
  // CHECK: gpu.func @g
  gpu.module @second {
    gpu.func @g() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} { gpu.return }
  }
}
