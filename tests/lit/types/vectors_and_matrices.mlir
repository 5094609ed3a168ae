// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Vectors and matrices; spaces within a vector type are those of the design document.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<vector<2xf32>, Private>
  spv.GlobalVariable @v1 : !spv.ptr<vector<4 x si32>, Private>
  spv.GlobalVariable @v2 : !spv.ptr<vector<3xi1>, Private>
  spv.GlobalVariable @v3 : !spv.ptr<vector<16xf32>, Private>
  spv.GlobalVariable @v4 : !spv.ptr<!spv.matrix<2 x vector<3xf32>>, Private>
  spv.GlobalVariable @v5 : !spv.ptr<!spv.matrix<4 x vector<4xf16>>, Private>
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<vector<2xf32>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v1 : !spv.ptr<vector<4xsi32>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v2 : !spv.ptr<vector<3xi1>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v3 : !spv.ptr<vector<16xf32>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v4 : !spv.ptr<!spv.matrix<2 x vector<3xf32>>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v5 : !spv.ptr<!spv.matrix<4 x vector<4xf16>>, Private>
// CHECK-NEXT:   }
// CHECK-NEXT: }
