// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Arrays with and without stride, of each other, and run-time arrays.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<!spv.array<4 x i32>, Private>
  spv.GlobalVariable @v1 : !spv.ptr<!spv.array<4 x i32, stride=4>, Private>
  spv.GlobalVariable @v2 : !spv.ptr<!spv.array<4 x i32, stride = 16>, Private>
  spv.GlobalVariable @v3 : !spv.ptr<!spv.array<2 x !spv.array<3 x vector<2xf32>>>, Private>
  spv.GlobalVariable @v4 : !spv.ptr<!spv.rtarray<f32>, StorageBuffer>
  spv.GlobalVariable @v5 : !spv.ptr<!spv.rtarray<f32, stride=4>, StorageBuffer>
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<!spv.array<4 x i32>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v1 : !spv.ptr<!spv.array<4 x i32, stride=4>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v2 : !spv.ptr<!spv.array<4 x i32, stride=16>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v3 : !spv.ptr<!spv.array<2 x !spv.array<3 x vector<2xf32>>>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v4 : !spv.ptr<!spv.rtarray<f32>, StorageBuffer>
// CHECK-NEXT:     spv.GlobalVariable @v5 : !spv.ptr<!spv.rtarray<f32, stride=4>, StorageBuffer>
// CHECK-NEXT:   }
// CHECK-NEXT: }
