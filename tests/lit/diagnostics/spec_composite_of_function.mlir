// RUN: spv-opt %s --verify-diagnostics
// A function is no constituent of a specialization constant.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f() "None" { spv.Return }
  spv.SpecConstant @a = 1 : i32
  // expected-error @+1 {{'spv.SpecConstantComposite' op operand #0 must be a constant, but got symbol '@f'}}
  spv.SpecConstantComposite @c (@f, @a) : !spv.struct<(i32, i32)>
}
