// RUN: spv-opt %s --strip-debug | FileCheck %s
// Names of types and members go; types that names alone told apart stay two. A type that is a part of itself stays nominal.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> attributes {type_names = [[f32, "real"]]} {
  spv.GlobalVariable @a : !spv.ptr<!spv.struct<A, (f32 [0], i32 [4])>, Private>
  spv.GlobalVariable @b : !spv.ptr<!spv.struct<B, (f32 [0], i32 [4])>, Private>
  spv.func @f(%p: !spv.ptr<!spv.struct<A, (f32 [0], i32 [4])>, Private>) "None" {
    spv.Return
  }
}
spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, PhysicalStorageBufferAddresses], []> {
  spv.GlobalVariable @list : !spv.ptr<!spv.struct<Node, (!spv.ptr<!spv.struct<Node>, PhysicalStorageBuffer> [0] "next", i32 [8] "value"), Block>, PushConstant>
}

// CHECK: !_$0 = type !spv.struct<_$0, (!spv.ptr<!spv.struct<_$0>, PhysicalStorageBuffer> [0], i32 [8]), Block>
// CHECK-NEXT: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @_$0 : !spv.ptr<!spv.struct<(f32 [0], i32 [4])>, Private>
// CHECK-NEXT:     spv.GlobalVariable @_$1 : !spv.ptr<!spv.struct<(f32 [0], i32 [4])>$1, Private>
// CHECK-NEXT:     spv.func @_$2(%arg0: !spv.ptr<!spv.struct<(f32 [0], i32 [4])>, Private>) "None" {
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, PhysicalStorageBufferAddresses], []> {
// CHECK-NEXT:     spv.GlobalVariable @_$0 : !spv.ptr<!_$0, PushConstant>
// CHECK-NEXT:   }
// CHECK-NEXT: }
