// RUN: spv-opt %s --convert-arith-to-spirv --split-input-file --verify-diagnostics | FileCheck %s
// Conversions outside of shaders are decorated with their rounding mode.
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel, Float16], []>, #spirv.resource_limits<>>} {
  // CHECK-LABEL: @kernel
  func.func @kernel(%a: f32) {
    // CHECK: spv.FConvert %{{.*}} {fp_rounding_mode = "RTE"} : f32 to f16
    %0 = arith.truncf %a to_nearest_even : f32 to f16
    // CHECK: spv.FConvert %{{.*}} {fp_rounding_mode = "RTN"} : f32 to f16
    %1 = arith.truncf %a downward : f32 to f16
    // CHECK: spv.FConvert %{{.*}} {fp_rounding_mode = "RTP"} : f32 to f16
    %2 = arith.truncf %a upward : f32 to f16
    // CHECK: spv.FConvert %{{.*}} {fp_rounding_mode = "RTZ"} : f32 to f16
    %3 = arith.truncf %a toward_zero : f32 to f16
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader, Float16], []>, #spirv.resource_limits<>>} {
  // CHECK-LABEL: @nearest
  func.func @nearest(%a: f32) {
    // CHECK: spv.FConvert %{{.*}} : f32 to f16
    %0 = arith.truncf %a to_nearest_even : f32 to f16
    return
  }
}

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Shader, Float16], []>, #spirv.resource_limits<>>} {
  func.func @shader(%a: f32) {
    // expected-error @+2 {{failed to legalize operation 'arith.truncf'}}
    // expected-note @+1 {{only rounding to nearest even is supported}}
    %0 = arith.truncf %a downward : f32 to f16
    return
  }
}
