// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Types that the binary declares twice, and that stay two.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<!spv.struct<(i32)>, Private>
  spv.GlobalVariable @v1 : !spv.ptr<!spv.struct<(i32)>$1, Private>
  spv.GlobalVariable @v2 : !spv.ptr<i32, Private>$1
  spv.GlobalVariable @v3 : !spv.ptr<!spv.array<4 x i32>$1, Private>
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<!spv.struct<(i32)>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v1 : !spv.ptr<!spv.struct<(i32)>$1, Private>
// CHECK-NEXT:     spv.GlobalVariable @v2 : !spv.ptr<i32, Private>$1
// CHECK-NEXT:     spv.GlobalVariable @v3 : !spv.ptr<!spv.array<4 x i32>$1, Private>
// CHECK-NEXT:   }
// CHECK-NEXT: }
