// RUN: spv-opt %s --split-input-file --verify-diagnostics

// Of ops with equal types and attributes one is checked: each that is like a wrong one is reported all the same, and one that
// differs from a right one in a type alone, too.

func.func @types(%a: i32, %b: f32) {
  %0 = "arith.addi"(%a, %a) : (i32, i32) -> i32
  %1 = "arith.addi"(%a, %a) : (i32, i32) -> i32
  // expected-error @+1 {{'arith.addi' op operand #1 must be signless-integer-like}}
  %2 = "arith.addi"(%a, %b) : (i32, f32) -> i32
  // expected-error @+1 {{'arith.addi' op operand #1 must be signless-integer-like}}
  %3 = "arith.addi"(%a, %b) : (i32, f32) -> i32
  // expected-error @+2 {{'arith.addi' op failed to verify that the type of lhs follows from result}}
  // expected-error @+1 {{'arith.addi' op failed to verify that the type of rhs follows from result}}
  %4 = "arith.addi"(%a, %a) : (i32, i32) -> i64
  return
}

// -----

// A number of type index, which source dialects have, is wrong in each op of SPIR-V.
func.func @constants() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 0 : index
  return
}

spv.module Logical GLSL450 {
  spv.func @f() "None" {
    // expected-error @+1 {{a number of type 'index' has no binary form}}
    %0 = "spv.Constant"() {value = 1 : index} : () -> i32
    // expected-error @+1 {{a number of type 'index' has no binary form}}
    %1 = "spv.Constant"() {value = 1 : index} : () -> i32
    spv.Return
  }
}
