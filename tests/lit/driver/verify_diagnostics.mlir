// RUN: spv-opt %s --split-input-file --verify-diagnostics
// RUN: spv-opt %s -split-input-file -verify-diagnostics
// Errors and notes, at places that are told in each way.
func @f(%a: i32, %b: f32) {
  // expected-error @+1 {{'spv.FAdd' op operand #0 must be}}
  %0 = spv.FAdd %a, %a : i32
  spv.Return
}

// -----

func @f(%a: i32) {
  %0 = spv.IAdd %a, %x : i32 // expected-error {{use of undeclared SSA value name}}
  %1 = spv.IAdd %a, %y : i32
  // expected-error-re @-1 {{use of undeclared SSA value {{[a-z]+}} `%y`}}
  spv.Return
}

// -----

// expected-note @below {{prior use here}}
func @f(%a: i32) {
  // expected-error@below {{expects different type than prior uses}}
  %0 = spv.FAdd %a, %a : f32
  spv.Return
}
