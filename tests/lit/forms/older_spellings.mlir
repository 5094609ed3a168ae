// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Spellings of the design document and of earlier versions of LLVM become the canonical ones.
spv.module Logical GLSL450 {
  spv.GlobalVariable @g : !spv.ptr<!spv.struct<f32 [0], i32 [4]>, Uniform>
  func @f(%a: f32, %b: vector<4 x f32>) -> f32 {
    %0 = "spv.Variable"() {storage_class = "Function"} : () -> !spv.ptr<f32, Function>
    spv.Store "Function" %0, %a : f32
    %1 = spv.Load "Function" %0 : f32
    %2 = spv.undef : f32
    %3 = spv.constant 1 : i32
    %4 = spv._address_of @g : !spv.ptr<!spv.struct<(f32 [0], i32 [4])>, Uniform>
    spv.ReturnValue %1 : f32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 {
// CHECK-NEXT:     spv.GlobalVariable @g : !spv.ptr<!spv.struct<(f32 [0], i32 [4])>, Uniform>
// CHECK-NEXT:     spv.func @f(%a: f32, %b: vector<4xf32>) -> f32 "None" {
// CHECK-NEXT:       %0 = spv.Variable : !spv.ptr<f32, Function>
// CHECK-NEXT:       spv.Store "Function" %0, %a : f32
// CHECK-NEXT:       %1 = spv.Load "Function" %0 : f32
// CHECK-NEXT:       %2 = spv.Undef : f32
// CHECK-NEXT:       %cst1_i32 = spv.Constant 1 : i32
// CHECK-NEXT:       %g_addr = spv.mlir.addressof @g : !spv.ptr<!spv.struct<(f32 [0], i32 [4])>, Uniform>
// CHECK-NEXT:       spv.ReturnValue %1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
