// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Structs: offsets, decorations of members and of the whole, names of members.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<!spv.struct<()>, Private>
  spv.GlobalVariable @v1 : !spv.ptr<!spv.struct<(i32, f32)>, Private>
  spv.GlobalVariable @v2 : !spv.ptr<!spv.struct<f32 [0], i32 [4]>, Uniform>
  spv.GlobalVariable @v3 : !spv.ptr<!spv.struct<(f32 [0, NonWritable], i32 [4, NonWritable, NonReadable])>, StorageBuffer>
  spv.GlobalVariable @v4 : !spv.ptr<!spv.struct<(!spv.matrix<2 x vector<3xf32>> [0, ColMajor, MatrixStride=16]), Block>, Uniform>
  spv.GlobalVariable @v5 : !spv.ptr<!spv.struct<(vector<4xf32> [BuiltIn=Position] "gl_Position"), Block>, Output>
  spv.GlobalVariable @v6 : !spv.ptr<!spv.struct<Named, (f32 "x", !spv.array<2 x f32> "y")>, Private>
}

// CHECK: !Named = type !spv.struct<Named, (f32 "x", !spv.array<2 x f32> "y")>
// CHECK-NEXT: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<!spv.struct<()>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v1 : !spv.ptr<!spv.struct<(i32, f32)>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v2 : !spv.ptr<!spv.struct<(f32 [0], i32 [4])>, Uniform>
// CHECK-NEXT:     spv.GlobalVariable @v3 : !spv.ptr<!spv.struct<(f32 [0, NonWritable], i32 [4, NonWritable, NonReadable])>, StorageBuffer>
// CHECK-NEXT:     spv.GlobalVariable @v4 : !spv.ptr<!spv.struct<(!spv.matrix<2 x vector<3xf32>> [0, ColMajor, MatrixStride=16]), Block>, Uniform>
// CHECK-NEXT:     spv.GlobalVariable @v5 : !spv.ptr<!spv.struct<(vector<4xf32> [BuiltIn=Position] "gl_Position"), Block>, Output>
// CHECK-NEXT:     spv.GlobalVariable @v6 : !spv.ptr<!Named, Private>
// CHECK-NEXT:   }
// CHECK-NEXT: }
