// RUN: sroa
// A struct with an array in it, copied whole once; a vector of which a part is stored.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%a: i32, %s: !spv.struct<(i32, !spv.array<2 x f32>)>) -> f32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %v = spv.Variable : !spv.ptr<!spv.struct<(i32, !spv.array<2 x f32>)>, Function>
    spv.Store "Function" %v, %s : !spv.struct<(i32, !spv.array<2 x f32>)>
    %p = spv.AccessChain %v[%c0] : !spv.ptr<!spv.struct<(i32, !spv.array<2 x f32>)>, Function>, i32
    spv.Store "Function" %p, %a : i32
    %q = spv.AccessChain %v[%c1, %c1] : !spv.ptr<!spv.struct<(i32, !spv.array<2 x f32>)>, Function>, i32, i32
    %x = spv.Load "Function" %q : f32
    spv.ReturnValue %x : f32
  }
  spv.func @vector(%a: f32, %b: vector<3xf32>) -> vector<3xf32> "None" {
    %c2 = spv.Constant 2 : i32
    %v = spv.Variable : !spv.ptr<vector<3xf32>, Function>
    spv.Store "Function" %v, %b : vector<3xf32>
    %p = spv.AccessChain %v[%c2] : !spv.ptr<vector<3xf32>, Function>, i32
    spv.Store "Function" %p, %a : f32
    %x = spv.Load "Function" %v : vector<3xf32>
    spv.ReturnValue %x : vector<3xf32>
  }
  spv.func @dynamic(%i: i32, %a: f32) -> f32 "None" {
    %v = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    %p = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    spv.Store "Function" %p, %a : f32
    %x = spv.Load "Function" %p : f32
    spv.ReturnValue %x : f32
  }
}
