// RUN: spv-opt %s --split-input-file --verify-diagnostics

// What the rules of an operation ask of a type says more than that the type has no binary form.
func @product(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error-re @+1 {{operand #0 must be {{.*}}}}
  %0 = spv.FMul %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{'index' has no binary form}}
  spv.func @f(%a: index) "None" {
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{'f80' has no binary form}}
  spv.func @f(%a: f80) "None" {
    spv.Return
  }
}

// -----

// expected-error @+1 {{'index' has no binary form}}
spv.module Logical GLSL450 attributes {unused = [#spv.const<#spv.undef<0> : index>]} {
}
