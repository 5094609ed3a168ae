// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Cooperative matrices.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<!spv.coopmatrix<8x16xi32, Subgroup>, Private>
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<!spv.coopmatrix<8x16xi32, Subgroup>, Private>
// CHECK-NEXT:   }
// CHECK-NEXT: }
