// RUN: spv-opt %s --convert-arith-to-spirv --convert-func-to-spirv | FileCheck %s
// RUN: not spv-opt %s --convert-arith-to-spirv=emulate-unsupported-float-types=false 2>&1 | FileCheck %s --check-prefix=KEPT
// 8-bit floats are moved as integers of their width.
// KEPT: failed to legalize operation 'arith.constant'
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Int8, Shader], []>, #spirv.resource_limits<>>} {
  // CHECK-LABEL: spv.func @moves(%a: i8, %v: vector<4xi8>) -> i8
  func.func @moves(%a: f8E4M3FN, %v: vector<4xf8E5M2>) -> i8 {
    // CHECK-DAG: spv.Constant 56 : i8
    // CHECK-DAG: spv.Constant dense<60> : vector<4xi8>
    %one = arith.constant 1.0 : f8E4M3FN
    %ones = arith.constant dense<1.0> : vector<4xf8E5M2>
    // CHECK: spv.ReturnValue %{{.*}} : i8
    %bits = arith.bitcast %one : f8E4M3FN to i8
    return %bits : i8
  }
}
