// RUN: spv-opt %s --sroa | FileCheck %s
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

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%a: i32, %s: !spv.struct<(i32, !spv.array<2 x f32>)>) -> f32 "None" {
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %0 = spv.Variable : !spv.ptr<f32, Function>
// CHECK-NEXT:       %1 = spv.Variable : !spv.ptr<f32, Function>
// CHECK-NEXT:       %2 = spv.Variable : !spv.ptr<i32, Function>
// CHECK-NEXT:       %3 = spv.CompositeExtract %s[0 : i32] : !spv.struct<(i32, !spv.array<2 x f32>)>
// CHECK-NEXT:       spv.Store "Function" %2, %3 : i32
// CHECK-NEXT:       %4 = spv.CompositeExtract %s[1 : i32] : !spv.struct<(i32, !spv.array<2 x f32>)>
// CHECK-NEXT:       %5 = spv.CompositeExtract %4[0 : i32] : !spv.array<2 x f32>
// CHECK-NEXT:       spv.Store "Function" %0, %5 : f32
// CHECK-NEXT:       %6 = spv.CompositeExtract %4[1 : i32] : !spv.array<2 x f32>
// CHECK-NEXT:       spv.Store "Function" %1, %6 : f32
// CHECK-NEXT:       spv.Store "Function" %2, %a : i32
// CHECK-NEXT:       %x = spv.Load "Function" %1 : f32
// CHECK-NEXT:       spv.ReturnValue %x : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @vector(%a: f32, %b: vector<3xf32>) -> vector<3xf32> "None" {
// CHECK-NEXT:       %c2 = spv.Constant 2 : i32
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<vector<3xf32>, Function>
// CHECK-NEXT:       spv.Store "Function" %v, %b : vector<3xf32>
// CHECK-NEXT:       %0 = spv.Load "Function" %v : vector<3xf32>
// CHECK-NEXT:       %1 = spv.CompositeInsert %a, %0[2 : i32] : f32 into vector<3xf32>
// CHECK-NEXT:       spv.Store "Function" %v, %1 : vector<3xf32>
// CHECK-NEXT:       %x = spv.Load "Function" %v : vector<3xf32>
// CHECK-NEXT:       spv.ReturnValue %x : vector<3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @dynamic(%i: i32, %a: f32) -> f32 "None" {
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
// CHECK-NEXT:       %p = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
// CHECK-NEXT:       spv.Store "Function" %p, %a : f32
// CHECK-NEXT:       %x = spv.Load "Function" %p : f32
// CHECK-NEXT:       spv.ReturnValue %x : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
