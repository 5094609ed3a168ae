// RUN: spv-opt %s --convert-arith-to-spirv --verify-diagnostics
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Int8, Shader], []>, #spirv.resource_limits<>>} {
  func.func @sum(%a: f8E4M3FN) {
    // expected-error @+2 {{failed to legalize operation 'arith.addf'}}
    // expected-note @+1 {{floats of at most 8 bits are only moved and converted, not computed with}}
    %b = arith.addf %a, %a : f8E4M3FN
    return
  }
}
