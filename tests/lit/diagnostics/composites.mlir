// RUN: spv-opt %s --split-input-file --verify-diagnostics
// Numbers of constituents, indices, types of parts.

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.CompositeConstruct' op has incorrect number of operands: expected 3, but provided 2}}
  %0 = spv.CompositeConstruct %f, %f : vector<3xf32>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.CompositeConstruct' op operand type mismatch: expected operand type 'f32', but provided 'i32'}}
  %0 = spv.CompositeConstruct %f, %f, %i : vector<3xf32>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.CompositeExtract' op index 3 out of bounds for 'vector<3xf32>'}}
  %0 = spv.CompositeExtract %v[3 : i32] : vector<3xf32>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.CompositeExtract' op cannot extract from non-composite type 'f32' with index 0}}
  %0 = spv.CompositeExtract %f[0 : i32] : f32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.CompositeInsert' op object operand type should be 'f32', but found 'i32'}}
  %0 = spv.CompositeInsert %i, %v[0 : i32] : i32 into vector<3xf32>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{'spv.VectorShuffle' op component selector 6 out of range: expected to be in [0, 6) or 0xffffffff}}
  %0 = spv.VectorShuffle [0 : i32, 6 : i32] %v : vector<3xf32>, %v : vector<3xf32> -> vector<2xf32>
  spv.Return
}

// -----

spv.func @f(%a: vector<2xi32>) -> i32 "None" {
  // expected-error @+1 {{'spv.SpecConstantOperation' op invalid operand, must be defined by a constant operation}}
  %0 = spv.SpecConstantOperation wraps "spv.CompositeExtract"(%a) : (vector<2xi32>) -> i32
  spv.ReturnValue %0 : i32
}

// -----

spv.func @f(%a: !spv.array<2 x f32>, %b: !spv.struct<(!spv.array<3 x f32>, i32)>) "None" {
  %0 = spv.CopyLogical %a : !spv.array<2 x f32> -> !spv.array<2 x f32, stride=4>
  // expected-error @+1 {{'spv.CopyLogical' op operand type '!spv.array<2 x f32>' does not match the result type '!spv.array<3 x f32, stride=4>' logically}}
  %1 = spv.CopyLogical %a : !spv.array<2 x f32> -> !spv.array<3 x f32, stride=4>
  spv.Return
}

// -----

spv.func @f(%b: !spv.struct<(!spv.array<3 x f32>, i32)>) "None" {
  // expected-error @+1 {{logically}}
  %0 = spv.CopyLogical %b : !spv.struct<(!spv.array<3 x f32>, i32)> -> !spv.struct<(!spv.array<3 x f32, stride=4>, f32)>
  spv.Return
}
