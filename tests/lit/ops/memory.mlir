// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Loads, stores and chains, with and without memory operands.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.GlobalVariable @g built_in("VertexIndex") : !spv.ptr<i32, Input>
  spv.GlobalVariable @b bind(1, 2) {non_writable} : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
  spv.func @f(%i: i32) "None" {
    %c0 = spv.Constant 0 : i32
    %x = spv.Constant 1.0 : f32
    %p = spv.mlir.addressof @b : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
    %v = spv.Variable init(%x) : !spv.ptr<f32, Function>
    %0 = spv.Load "Function" %v ["Volatile|Aligned", 4] : f32
    spv.Store "Function" %v, %0 ["Volatile"] : f32
    %1 = spv.AccessChain %p[%c0, %i] : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %2 = spv.ArrayLength %p, 0 : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
    spv.Store "StorageBuffer" %1, %0 : f32
    spv.CopyMemory "Function" %v, "StorageBuffer" %1 : f32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @g built_in("VertexIndex") : !spv.ptr<i32, Input>
// CHECK-NEXT:     spv.GlobalVariable @b bind(1, 2) {non_writable} : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
// CHECK-NEXT:     spv.func @f(%i: i32) "None" {
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %x = spv.Constant 1.000000e+00 : f32
// CHECK-NEXT:       %p = spv.mlir.addressof @b : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
// CHECK-NEXT:       %v = spv.Variable init(%x) : !spv.ptr<f32, Function>
// CHECK-NEXT:       %0 = spv.Load "Function" %v ["Volatile|Aligned", 4] : f32
// CHECK-NEXT:       spv.Store "Function" %v, %0 ["Volatile"] : f32
// CHECK-NEXT:       %1 = spv.AccessChain %p[%c0, %i] : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
// CHECK-NEXT:       %2 = spv.ArrayLength %p, 0 : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
// CHECK-NEXT:       spv.Store "StorageBuffer" %1, %0 : f32
// CHECK-NEXT:       spv.CopyMemory "Function" %v, "StorageBuffer" %1 : f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
