// RUN: spv-opt %s --pass-pipeline='set-spec-const-default-value{values=0:2}' --verify-diagnostics
// The message names the type that the value does not fit.

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  // expected-error @+1 {{'2' is not a value of type 'i1'}}
  spv.SpecConstant @a spec_id(0) = true
}
