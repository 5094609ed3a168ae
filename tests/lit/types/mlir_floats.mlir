// Float formats that MLIR has, but not SPIR-V: read and written in other dialects, but in no type of SPIR-V.
// RUN: spv-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: func.func private @f(f80, vector<4xf128>) -> tf32
func.func private @f(f80, vector<4xf128>) -> tf32

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  // expected-error @+1 {{cannot use 'f80' to compose SPIR-V types}}
  spv.GlobalVariable @f80 initializer(1.5 : f80) : !spv.ptr<f80, Private>
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  // expected-error @+1 {{'vector<4xf128>' has no binary form}}
  spv.func @f(%a: vector<4xf128>) "None" {
    spv.Return
  }
}
