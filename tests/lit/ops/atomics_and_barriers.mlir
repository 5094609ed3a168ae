// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Scopes and memory semantics are enumerants where they are plain constants, else operands.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%p: !spv.ptr<i32, Workgroup>, %v: i32, %c: i1) "None" {
    %0 = spv.AtomicIAdd "Device" "AcquireRelease|WorkgroupMemory" %p, %v : !spv.ptr<i32, Workgroup>
    %1 = spv.AtomicIAdd %v %v %p, %v : !spv.ptr<i32, Workgroup>
    %2 = spv.AtomicCompareExchange "Workgroup" "Release" "Acquire" %p, %v, %v : !spv.ptr<i32, Workgroup>
    %3 = spv.AtomicLoad "Device" "Acquire" %p : !spv.ptr<i32, Workgroup>
    spv.AtomicStore "Device" "Release" %p, %v : !spv.ptr<i32, Workgroup>
    spv.ControlBarrier Workgroup, Device, "Acquire|UniformMemory"
    spv.MemoryBarrier Device, "Acquire|UniformMemory"
    %4 = spv.GroupNonUniformElect Subgroup : i1
    %5 = spv.GroupNonUniformIAdd "Subgroup" "Reduce" %v : i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%p: !spv.ptr<i32, Workgroup>, %v: i32, %c: i1) "None" {
// CHECK-NEXT:       %0 = spv.AtomicIAdd "Device" "AcquireRelease|WorkgroupMemory" %p, %v : !spv.ptr<i32, Workgroup>
// CHECK-NEXT:       %1 = spv.AtomicIAdd %v %v %p, %v : !spv.ptr<i32, Workgroup>
// CHECK-NEXT:       %2 = spv.AtomicCompareExchange "Workgroup" "Release" "Acquire" %p, %v, %v : !spv.ptr<i32, Workgroup>
// CHECK-NEXT:       %3 = spv.AtomicLoad "Device" "Acquire" %p : !spv.ptr<i32, Workgroup>
// CHECK-NEXT:       spv.AtomicStore "Device" "Release" %p, %v : !spv.ptr<i32, Workgroup>
// CHECK-NEXT:       spv.ControlBarrier Workgroup, Device, "Acquire|UniformMemory"
// CHECK-NEXT:       spv.MemoryBarrier Device, "Acquire|UniformMemory"
// CHECK-NEXT:       %4 = spv.GroupNonUniformElect Subgroup : i1
// CHECK-NEXT:       %5 = spv.GroupNonUniformIAdd "Subgroup" "Reduce" %v : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
