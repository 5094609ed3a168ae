// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Pointers of storage classes, to pointers, and with a stride.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<i32, Input>
  spv.GlobalVariable @v1 : !spv.ptr<i32, Workgroup>
  spv.GlobalVariable @v2 : !spv.ptr<f32, PhysicalStorageBuffer>
  spv.GlobalVariable @v3 : !spv.ptr<!spv.ptr<f32, PhysicalStorageBuffer, stride=4>, Private>
  spv.GlobalVariable @v4 : !spv.ptr<!spv.ptr<!spv.ptr<i32, PhysicalStorageBuffer>, PhysicalStorageBuffer>, Private>
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<i32, Input>
// CHECK-NEXT:     spv.GlobalVariable @v1 : !spv.ptr<i32, Workgroup>
// CHECK-NEXT:     spv.GlobalVariable @v2 : !spv.ptr<f32, PhysicalStorageBuffer>
// CHECK-NEXT:     spv.GlobalVariable @v3 : !spv.ptr<!spv.ptr<f32, PhysicalStorageBuffer, stride=4>, Private>
// CHECK-NEXT:     spv.GlobalVariable @v4 : !spv.ptr<!spv.ptr<!spv.ptr<i32, PhysicalStorageBuffer>, PhysicalStorageBuffer>, Private>
// CHECK-NEXT:   }
// CHECK-NEXT: }
