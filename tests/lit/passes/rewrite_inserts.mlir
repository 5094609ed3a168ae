// RUN: spv-opt %s --spirv-rewrite-inserts | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // In any order, an element given twice, and one on top of a constructed composite.
  spv.func @orders(%a: f32, %b: f32, %c: f32) -> vector<3xf32> "None" {
    %0 = spv.Undef : vector<3xf32>
    %1 = spv.CompositeInsert %c, %0[2 : i32] : f32 into vector<3xf32>
    %2 = spv.CompositeInsert %a, %1[1 : i32] : f32 into vector<3xf32>
    %3 = spv.CompositeInsert %b, %2[1 : i32] : f32 into vector<3xf32>
    %4 = spv.CompositeInsert %a, %3[0 : i32] : f32 into vector<3xf32>
    %5 = spv.CompositeConstruct %a, %b, %c : vector<3xf32>
    %6 = spv.CompositeInsert %a, %5[2 : i32] : f32 into vector<3xf32>
    %7 = spv.FAdd %4, %6 : vector<3xf32>
    spv.ReturnValue %7 : vector<3xf32>
  }

  // A composite on the way that is used elsewhere stays, and what is inserted into it, too.
  spv.func @used(%a: f32, %b: f32) -> f32 "None" {
    %0 = spv.Undef : !spv.array<2 x f32>
    %1 = spv.CompositeInsert %a, %0[0 : i32] : f32 into !spv.array<2 x f32>
    %2 = spv.CompositeInsert %b, %1[1 : i32] : f32 into !spv.array<2 x f32>
    %3 = spv.CompositeExtract %1[0 : i32] : !spv.array<2 x f32>
    %4 = spv.CompositeExtract %2[1 : i32] : !spv.array<2 x f32>
    %5 = spv.FAdd %3, %4 : f32
    spv.ReturnValue %5 : f32
  }

  // An element is missing, or only a part of one is given.
  spv.func @kept(%a: f32, %s: !spv.struct<(!spv.array<2 x f32>, f32)>) -> !spv.struct<(!spv.array<2 x f32>, f32)> "None" {
    %0 = spv.CompositeInsert %a, %s[0 : i32, 0 : i32] : f32 into !spv.struct<(!spv.array<2 x f32>, f32)>
    %1 = spv.CompositeInsert %a, %0[1 : i32] : f32 into !spv.struct<(!spv.array<2 x f32>, f32)>
    spv.ReturnValue %1 : !spv.struct<(!spv.array<2 x f32>, f32)>
  }
}

// CHECK-LABEL: spv.func @orders
// CHECK-NEXT: spv.Undef
// CHECK-NEXT: %1 = spv.CompositeConstruct %a, %b, %c : vector<3xf32>
// CHECK-NEXT: %2 = spv.CompositeConstruct %a, %b, %c : vector<3xf32>
// CHECK-NEXT: %3 = spv.CompositeConstruct %a, %b, %a : vector<3xf32>
// CHECK-NEXT: %4 = spv.FAdd %1, %3 : vector<3xf32>
// CHECK-LABEL: spv.func @used
// CHECK-NEXT: %0 = spv.Undef
// CHECK-NEXT: %1 = spv.CompositeInsert %a, %0[0 : i32]
// CHECK-NEXT: %2 = spv.CompositeConstruct %a, %b : !spv.array<2 x f32>
// CHECK-NEXT: spv.CompositeExtract %1[0 : i32]
// CHECK-NEXT: spv.CompositeExtract %2[1 : i32]
// CHECK-LABEL: spv.func @kept
// CHECK-NEXT: spv.CompositeInsert %a, %s[0 : i32, 0 : i32]
// CHECK-NEXT: spv.CompositeInsert %a, %0[1 : i32]
