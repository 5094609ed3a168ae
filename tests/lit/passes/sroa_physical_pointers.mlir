// RUN: spv-opt %s --sroa | FileCheck %s
// A variable that holds a pointer to physical storage must say whether it is aliased.
spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, PhysicalStorageBufferAddresses], []> {
  spv.func @f(%s: !spv.struct<(i32, !spv.ptr<i32, PhysicalStorageBuffer>)>) -> i32 "None" {
    %one = spv.Constant 1 : i32
    %v = spv.Variable : !spv.ptr<!spv.struct<(i32, !spv.ptr<i32, PhysicalStorageBuffer>)>, Function>
    spv.Store "Function" %v, %s : !spv.struct<(i32, !spv.ptr<i32, PhysicalStorageBuffer>)>
    %p = spv.AccessChain %v[%one] : !spv.ptr<!spv.struct<(i32, !spv.ptr<i32, PhysicalStorageBuffer>)>, Function>, i32
    %q = spv.Load "Function" %p : !spv.ptr<i32, PhysicalStorageBuffer>
    %x = spv.Load "PhysicalStorageBuffer" %q ["Aligned", 4] : i32
    spv.ReturnValue %x : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, PhysicalStorageBufferAddresses], []> {
// CHECK-NEXT:     spv.func @f(%s: !spv.struct<(i32, !spv.ptr<i32, PhysicalStorageBuffer>)>) -> i32 "None" {
// CHECK-NEXT:       %one = spv.Constant 1 : i32
// CHECK-NEXT:       %0 = spv.Variable : !spv.ptr<i32, Function>
// CHECK-NEXT:       %1 = spv.Variable {aliased_pointer} : !spv.ptr<!spv.ptr<i32, PhysicalStorageBuffer>, Function>
// CHECK-NEXT:       %2 = spv.CompositeExtract %s[0 : i32] : !spv.struct<(i32, !spv.ptr<i32, PhysicalStorageBuffer>)>
// CHECK-NEXT:       spv.Store "Function" %0, %2 : i32
// CHECK-NEXT:       %3 = spv.CompositeExtract %s[1 : i32] : !spv.struct<(i32, !spv.ptr<i32, PhysicalStorageBuffer>)>
// CHECK-NEXT:       spv.Store "Function" %1, %3 : !spv.ptr<i32, PhysicalStorageBuffer>
// CHECK-NEXT:       %q = spv.Load "Function" %1 : !spv.ptr<i32, PhysicalStorageBuffer>
// CHECK-NEXT:       %x = spv.Load "PhysicalStorageBuffer" %q ["Aligned", 4] : i32
// CHECK-NEXT:       spv.ReturnValue %x : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
