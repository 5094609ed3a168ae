// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%x: f32, %v: vector<2xf32>, %i: i32) "None" {
    %0 = spv.CompositeConstruct %x, %x, %x : vector<3xf32>
    %1 = spv.CompositeConstruct %v, %x : vector<3xf32>
    %2 = spv.CompositeConstruct %x, %v : !spv.struct<(f32, vector<2xf32>)>
    %3 = spv.CompositeExtract %2[1 : i32, 0 : i32] : !spv.struct<(f32, vector<2xf32>)>
    %4 = spv.CompositeInsert %x, %2[0 : i32] : f32 into !spv.struct<(f32, vector<2xf32>)>
    %5 = spv.VectorShuffle [1 : i32, -1 : i32, 3 : i32] %v : vector<2xf32>, %v : vector<2xf32> -> vector<3xf32>
    %6 = spv.VectorExtractDynamic %v[%i] : vector<2xf32>, i32
    %7 = spv.VectorInsertDynamic %x, %v[%i] : vector<2xf32>, i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%x: f32, %v: vector<2xf32>, %i: i32) "None" {
// CHECK-NEXT:       %0 = spv.CompositeConstruct %x, %x, %x : vector<3xf32>
// CHECK-NEXT:       %1 = spv.CompositeConstruct %v, %x : vector<3xf32>
// CHECK-NEXT:       %2 = spv.CompositeConstruct %x, %v : !spv.struct<(f32, vector<2xf32>)>
// CHECK-NEXT:       %3 = spv.CompositeExtract %2[1 : i32, 0 : i32] : !spv.struct<(f32, vector<2xf32>)>
// CHECK-NEXT:       %4 = spv.CompositeInsert %x, %2[0 : i32] : f32 into !spv.struct<(f32, vector<2xf32>)>
// CHECK-NEXT:       %5 = spv.VectorShuffle [1 : i32, -1 : i32, 3 : i32] %v : vector<2xf32>, %v : vector<2xf32> -> vector<3xf32>
// CHECK-NEXT:       %6 = spv.VectorExtractDynamic %v[%i] : vector<2xf32>, i32
// CHECK-NEXT:       %7 = spv.VectorInsertDynamic %x, %v[%i] : vector<2xf32>, i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
