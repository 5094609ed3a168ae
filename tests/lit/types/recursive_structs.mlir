// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// A struct that holds a pointer to itself is named in itself; it has an alias in front of the module.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<!spv.struct<Node, (i32 [0] "value", !spv.ptr<!spv.struct<Node>, PhysicalStorageBuffer> [8] "next")>, PhysicalStorageBuffer>
}

// CHECK: !Node = type !spv.struct<Node, (i32 [0] "value", !spv.ptr<!spv.struct<Node>, PhysicalStorageBuffer> [8] "next")>
// CHECK-NEXT: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<!Node, PhysicalStorageBuffer>
// CHECK-NEXT:   }
// CHECK-NEXT: }
