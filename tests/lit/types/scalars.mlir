// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Ints of each sign and width, floats, bool.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<i1, Private>
  spv.GlobalVariable @v1 : !spv.ptr<i8, Private>
  spv.GlobalVariable @v2 : !spv.ptr<si8, Private>
  spv.GlobalVariable @v3 : !spv.ptr<ui16, Private>
  spv.GlobalVariable @v4 : !spv.ptr<i32, Private>
  spv.GlobalVariable @v5 : !spv.ptr<si32, Private>
  spv.GlobalVariable @v6 : !spv.ptr<i64, Private>
  spv.GlobalVariable @v7 : !spv.ptr<si64, Private>
  spv.GlobalVariable @v8 : !spv.ptr<f16, Private>
  spv.GlobalVariable @v9 : !spv.ptr<f32, Private>
  spv.GlobalVariable @v10 : !spv.ptr<f64, Private>
  spv.GlobalVariable @v11 : !spv.ptr<bf16, Private>
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<i1, Private>
// CHECK-NEXT:     spv.GlobalVariable @v1 : !spv.ptr<i8, Private>
// CHECK-NEXT:     spv.GlobalVariable @v2 : !spv.ptr<si8, Private>
// CHECK-NEXT:     spv.GlobalVariable @v3 : !spv.ptr<ui16, Private>
// CHECK-NEXT:     spv.GlobalVariable @v4 : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.GlobalVariable @v5 : !spv.ptr<si32, Private>
// CHECK-NEXT:     spv.GlobalVariable @v6 : !spv.ptr<i64, Private>
// CHECK-NEXT:     spv.GlobalVariable @v7 : !spv.ptr<si64, Private>
// CHECK-NEXT:     spv.GlobalVariable @v8 : !spv.ptr<f16, Private>
// CHECK-NEXT:     spv.GlobalVariable @v9 : !spv.ptr<f32, Private>
// CHECK-NEXT:     spv.GlobalVariable @v10 : !spv.ptr<f64, Private>
// CHECK-NEXT:     spv.GlobalVariable @v11 : !spv.ptr<bf16, Private>
// CHECK-NEXT:   }
// CHECK-NEXT: }
