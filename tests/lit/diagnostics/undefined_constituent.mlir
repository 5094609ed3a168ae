// RUN: spv-opt %s --verify-diagnostics
// A constant is composed of what there is.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  // expected-error @+1 {{'spv.GlobalConstant' op references '@b', which is not defined in the module}}
  spv.GlobalConstant @a = [@b, 1.0 : f32] : vector<2xf32>
}
