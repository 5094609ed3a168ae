// RUN: spv-opt %s --split-input-file --verify-diagnostics
// The literals of the instruction that a specialization constant wraps are numbers.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.SpecConstantComposite @a (2 : i32, 2 : i32) : vector<2xi32>
  // expected-error @+1 {{'spv.SpecConstantOp' op operand #2 must be a literal of 32 bits}}
  spv.SpecConstantOp @b wraps "spv.CompositeExtract"(@a, 0 : i32, i32) : i32
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.SpecConstantComposite @a (2 : i32, 2 : i32) : vector<2xi32>
  // expected-error @+1 {{'spv.SpecConstantOp' op operand #1 must be a literal of 32 bits}}
  spv.SpecConstantOp @b wraps "spv.CompositeExtract"(@a, 4294967296 : i64) : i32
}
