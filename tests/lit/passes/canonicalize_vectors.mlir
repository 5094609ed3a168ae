// RUN: spv-opt %s --pass-pipeline='canonicalize' | FileCheck %s
// Insertions that give all elements are a construct, whatever is below them; components that are taken out for a
// construct alone are shuffled.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @insert_all(%v: vector<2xf32>, %a: f32, %b: f32) -> vector<2xf32> "None" {
    %0 = spv.CompositeInsert %a, %v[0 : i32] : f32 into vector<2xf32>
    %1 = spv.CompositeInsert %b, %0[1 : i32] : f32 into vector<2xf32>
    spv.ReturnValue %1 : vector<2xf32>
  }
  spv.func @insert_into_construct(%a: f32, %b: f32, %c: f32) -> vector<3xf32> "None" {
    %0 = spv.CompositeConstruct %a, %b, %b : vector<3xf32>
    %1 = spv.CompositeInsert %c, %0[1 : i32] : f32 into vector<3xf32>
    spv.ReturnValue %1 : vector<3xf32>
  }
  // Not all of it; and one that is used in between.
  spv.func @insert_some(%v: vector<3xf32>, %a: f32, %b: f32) -> vector<3xf32> "None" {
    %0 = spv.CompositeInsert %a, %v[0 : i32] : f32 into vector<3xf32>
    %1 = spv.CompositeInsert %b, %0[1 : i32] : f32 into vector<3xf32>
    spv.ReturnValue %1 : vector<3xf32>
  }
  spv.func @insert_used(%p: !spv.ptr<vector<2xf32>, Function>, %v: vector<2xf32>, %a: f32, %b: f32) -> vector<2xf32> "None" {
    %0 = spv.CompositeInsert %a, %v[0 : i32] : f32 into vector<2xf32>
    spv.Store "Function" %p, %0 : vector<2xf32>
    %1 = spv.CompositeInsert %b, %0[1 : i32] : f32 into vector<2xf32>
    spv.ReturnValue %1 : vector<2xf32>
  }
  spv.func @shuffle_one(%v: vector<4xf32>) -> vector<3xf32> "None" {
    %0 = spv.CompositeExtract %v[2 : i32] : vector<4xf32>
    %1 = spv.CompositeExtract %v[0 : i32] : vector<4xf32>
    %2 = spv.CompositeConstruct %0, %1, %0 : vector<3xf32>
    spv.ReturnValue %2 : vector<3xf32>
  }
  spv.func @shuffle_two(%v: vector<4xf32>, %w: vector<2xf32>) -> vector<3xf32> "None" {
    %0 = spv.CompositeExtract %v[2 : i32] : vector<4xf32>
    %1 = spv.CompositeExtract %w[1 : i32] : vector<2xf32>
    %2 = spv.CompositeExtract %v[3 : i32] : vector<4xf32>
    %3 = spv.CompositeConstruct %0, %1, %2 : vector<3xf32>
    spv.ReturnValue %3 : vector<3xf32>
  }
  // The components are used elsewhere, too.
  spv.func @shuffle_used(%p: !spv.ptr<f32, Function>, %v: vector<4xf32>) -> vector<2xf32> "None" {
    %0 = spv.CompositeExtract %v[2 : i32] : vector<4xf32>
    %1 = spv.CompositeExtract %v[0 : i32] : vector<4xf32>
    %2 = spv.FAdd %0, %1 : f32
    spv.Store "Function" %p, %2 : f32
    %3 = spv.CompositeConstruct %0, %1 : vector<2xf32>
    spv.ReturnValue %3 : vector<2xf32>
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @insert_all(%v: vector<2xf32>, %a: f32, %b: f32) -> vector<2xf32> "None" {
// CHECK-NEXT:       %0 = spv.CompositeConstruct %a, %b : vector<2xf32>
// CHECK-NEXT:       spv.ReturnValue %0 : vector<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @insert_into_construct(%a: f32, %b: f32, %c: f32) -> vector<3xf32> "None" {
// CHECK-NEXT:       %0 = spv.CompositeConstruct %a, %c, %b : vector<3xf32>
// CHECK-NEXT:       spv.ReturnValue %0 : vector<3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @insert_some(%v: vector<3xf32>, %a: f32, %b: f32) -> vector<3xf32> "None" {
// CHECK-NEXT:       %0 = spv.CompositeInsert %a, %v[0 : i32] : f32 into vector<3xf32>
// CHECK-NEXT:       %1 = spv.CompositeInsert %b, %0[1 : i32] : f32 into vector<3xf32>
// CHECK-NEXT:       spv.ReturnValue %1 : vector<3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @insert_used(%p: !spv.ptr<vector<2xf32>, Function>, %v: vector<2xf32>, %a: f32, %b: f32) -> vector<2xf32> "None" {
// CHECK-NEXT:       %0 = spv.CompositeInsert %a, %v[0 : i32] : f32 into vector<2xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %0 : vector<2xf32>
// CHECK-NEXT:       %1 = spv.CompositeInsert %b, %0[1 : i32] : f32 into vector<2xf32>
// CHECK-NEXT:       spv.ReturnValue %1 : vector<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @shuffle_one(%v: vector<4xf32>) -> vector<3xf32> "None" {
// CHECK-NEXT:       %0 = spv.VectorShuffle [2 : i32, 0 : i32, 2 : i32] %v : vector<4xf32>, %v : vector<4xf32> -> vector<3xf32>
// CHECK-NEXT:       spv.ReturnValue %0 : vector<3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @shuffle_two(%v: vector<4xf32>, %w: vector<2xf32>) -> vector<3xf32> "None" {
// CHECK-NEXT:       %0 = spv.VectorShuffle [2 : i32, 5 : i32, 3 : i32] %v : vector<4xf32>, %w : vector<2xf32> -> vector<3xf32>
// CHECK-NEXT:       spv.ReturnValue %0 : vector<3xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @shuffle_used(%p: !spv.ptr<f32, Function>, %v: vector<4xf32>) -> vector<2xf32> "None" {
// CHECK-NEXT:       %0 = spv.CompositeExtract %v[2 : i32] : vector<4xf32>
// CHECK-NEXT:       %1 = spv.CompositeExtract %v[0 : i32] : vector<4xf32>
// CHECK-NEXT:       %2 = spv.FAdd %0, %1 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %2 : f32
// CHECK-NEXT:       %3 = spv.CompositeConstruct %0, %1 : vector<2xf32>
// CHECK-NEXT:       spv.ReturnValue %3 : vector<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
