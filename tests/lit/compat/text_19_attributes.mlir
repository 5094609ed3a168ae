// RUN: spv-opt %s --mlir-compat=19 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 | spv-opt --mlir-compat=19 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 --print-availability --emit=none | FileCheck %s --check-prefix=NEEDS

// Limits are an attribute of their own, and what an access is aligned to is a key beside it in the generic form.

// CHECK: func.func @limits() attributes {limits = #spirv.resource_limits<min_subgroup_size = 32, max_subgroup_size = 64>, none = #spirv.resource_limits<>}
func.func @limits() attributes {
  limits = #spirv.resource_limits<min_subgroup_size = 32, max_subgroup_size = 64>, none = #spirv.resource_limits<>
} { return }

// CHECK: @aligned
// CHECK: spirv.Load "Function" %{{.*}} ["Volatile|Aligned", 4] : f32
func.func @aligned(%p: !spirv.ptr<f32, Function>) {
  %0 = "spirv.Load"(%p) {memory_access = #spirv.memory_access<Volatile|Aligned>, alignment = 4 : i32} : (!spirv.ptr<f32, Function>) -> f32
  return
}

// Operands select a capability of dot products, which is called as in LLVM 19.
// NEEDS: spirv.SDot capabilities: [ [DotProduct] [DotProductInput4x8Bit] ]
// NEEDS: spirv.SDot capabilities: [ [DotProduct] [DotProductInputAll] ]
func.func @dot(%a: vector<4xi8>, %b: vector<4xi16>) {
  %0 = spirv.SDot %a, %a : vector<4xi8> -> i64
  %1 = spirv.SDot %b, %b : vector<4xi16> -> i64
  return
}

// CHECK: requires #spirv.vce<v1.0, [DotProduct, DotProductInputAll, Shader], []>
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [DotProduct, DotProductInputAll, Shader], []> {
}

// CHECK: module @matrices attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader], []>, #spirv.resource_limits<cooperative_matrix_properties_khr = [#spirv.coop_matrix_props_khr<m_size = 8, n_size = 8, k_size = 32, a_type = i8, b_type = i8, c_type = i32, result_type = i32, acc_sat = true, scope = <Subgroup>>]>>}
module @matrices attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader], []>, #spirv.resource_limits<
  cooperative_matrix_properties_khr = [#spirv.coop_matrix_props_khr<m_size = 8, n_size = 8, k_size = 32, a_type = i8, b_type = i8, c_type = i32, result_type = i32, acc_sat = true, scope = <Subgroup>>]>>} {
}
