// RUN: spv-opt %s --split-input-file --verify-diagnostics
// Widths that are to differ, or to agree.

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.ConvertFToS' op operand #0 must be 16/32/64-bit float or vector of 16/32/64-bit float values of length 2/3/4/8/16 or Cooperative Matrix of 16/32/64-bit float values, but got 'i32'}}
  %0 = spv.ConvertFToS %i : i32 to i32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.UConvert' op expected the different bit widths for operand type and result type, but provided 'i32' and 'si32'}}
  %0 = spv.UConvert %i : i32 to si32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.FConvert' op expected the different bit widths for operand type and result type, but provided 'f32' and 'f32'}}
  %0 = spv.FConvert %f : f32 to f32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.Bitcast' op mismatch in result type bitwidth 32 and operand type bitwidth 64}}
  %0 = spv.Bitcast %d : f64 to i32
  spv.Return
}
