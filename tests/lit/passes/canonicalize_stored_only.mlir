// RUN: spv-opt %s --canonicalize --sccp | FileCheck %s
// Without Int8 and Float16 there are no constants of these types, though they can be stored.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, StorageBuffer8BitAccess, StorageBuffer16BitAccess, Int16], [SPV_KHR_8bit_storage, SPV_KHR_16bit_storage]> {
  spv.GlobalVariable @b : !spv.ptr<i8, StorageBuffer>
  spv.GlobalVariable @s : !spv.ptr<i16, StorageBuffer>
  spv.GlobalVariable @h : !spv.ptr<f16, StorageBuffer>
  spv.func @f() "None" {
    %b = spv.mlir.addressof @b : !spv.ptr<i8, StorageBuffer>
    %s = spv.mlir.addressof @s : !spv.ptr<i16, StorageBuffer>
    %h = spv.mlir.addressof @h : !spv.ptr<f16, StorageBuffer>
    %seven = spv.Constant 7 : i32
    %one = spv.Constant 1.0 : f32
    %0 = spv.UConvert %seven : i32 to i8
    %1 = spv.UConvert %seven : i32 to i16
    %2 = spv.FConvert %one : f32 to f16
    spv.Store "StorageBuffer" %b, %0 : i8
    spv.Store "StorageBuffer" %s, %1 : i16
    spv.Store "StorageBuffer" %h, %2 : f16
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, StorageBuffer8BitAccess, StorageBuffer16BitAccess, Int16], [SPV_KHR_8bit_storage, SPV_KHR_16bit_storage]> {
// CHECK-NEXT:     spv.GlobalVariable @b : !spv.ptr<i8, StorageBuffer>
// CHECK-NEXT:     spv.GlobalVariable @s : !spv.ptr<i16, StorageBuffer>
// CHECK-NEXT:     spv.GlobalVariable @h : !spv.ptr<f16, StorageBuffer>
// CHECK-NEXT:     spv.func @f() "None" {
// CHECK-NEXT:       %cst7_i16 = spv.Constant 7 : i16
// CHECK-NEXT:       %b = spv.mlir.addressof @b : !spv.ptr<i8, StorageBuffer>
// CHECK-NEXT:       %s = spv.mlir.addressof @s : !spv.ptr<i16, StorageBuffer>
// CHECK-NEXT:       %h = spv.mlir.addressof @h : !spv.ptr<f16, StorageBuffer>
// CHECK-NEXT:       %seven = spv.Constant 7 : i32
// CHECK-NEXT:       %one = spv.Constant 1.000000e+00 : f32
// CHECK-NEXT:       %0 = spv.UConvert %seven : i32 to i8
// CHECK-NEXT:       %1 = spv.FConvert %one : f32 to f16
// CHECK-NEXT:       spv.Store "StorageBuffer" %b, %0 : i8
// CHECK-NEXT:       spv.Store "StorageBuffer" %s, %cst7_i16 : i16
// CHECK-NEXT:       spv.Store "StorageBuffer" %h, %1 : f16
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
