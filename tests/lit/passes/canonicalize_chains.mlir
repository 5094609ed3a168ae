// RUN: spv-opt %s --canonicalize | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, ShaderNonUniform], [SPV_EXT_descriptor_indexing]> {
  spv.func @chains(%v: !spv.ptr<!spv.array<4 x !spv.array<4 x f32>>, Function>, %i: i32, %j: i32) -> f32 "None" {
    %0 = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x !spv.array<4 x f32>>, Function>, i32
    %1 = spv.AccessChain %0[%j] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    %2 = spv.Load "Function" %1 : f32
    spv.ReturnValue %2 : f32
  }
  // What is said of the first chain alone would be lost.
  spv.func @decorated(%v: !spv.ptr<!spv.array<4 x !spv.array<4 x f32>>, Function>, %i: i32, %j: i32) -> f32 "None" {
    %0 = spv.AccessChain %v[%i] {non_uniform} : !spv.ptr<!spv.array<4 x !spv.array<4 x f32>>, Function>, i32
    %1 = spv.AccessChain %0[%j] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    %2 = spv.Load "Function" %1 : f32
    spv.ReturnValue %2 : f32
  }
  // NonUniform is a property of the copy alone.
  spv.func @copy(%i: i32) -> i32 "None" {
    %0 = spv.CopyObject %i {non_uniform} : i32
    %1 = spv.CopyObject %0 : i32
    spv.ReturnValue %1 : i32
  }
  spv.func @promises(%i: i32) -> i32 "None" {
    %c = spv.Constant 1 : i32
    %0 = spv.IAdd %i, %c {no_signed_wrap} : i32
    %1 = spv.IAdd %0, %c {no_signed_wrap, relaxed_precision} : i32
    spv.ReturnValue %1 : i32
  }
  spv.func @volatile(%v: !spv.ptr<f32, Function>) "None" {
    %0 = spv.Load "Function" %v : f32
    %1 = spv.Load "Function" %v ["Volatile"] : f32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, ShaderNonUniform], [SPV_EXT_descriptor_indexing]> {
// CHECK-NEXT:     spv.func @chains(%v: !spv.ptr<!spv.array<4 x !spv.array<4 x f32>>, Function>, %i: i32, %j: i32) -> f32 "None" {
// CHECK-NEXT:       %0 = spv.AccessChain %v[%i, %j] : !spv.ptr<!spv.array<4 x !spv.array<4 x f32>>, Function>, i32, i32
// CHECK-NEXT:       %1 = spv.Load "Function" %0 : f32
// CHECK-NEXT:       spv.ReturnValue %1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @decorated(%v: !spv.ptr<!spv.array<4 x !spv.array<4 x f32>>, Function>, %i: i32, %j: i32) -> f32 "None" {
// CHECK-NEXT:       %0 = spv.AccessChain %v[%i] {non_uniform} : !spv.ptr<!spv.array<4 x !spv.array<4 x f32>>, Function>, i32
// CHECK-NEXT:       %1 = spv.AccessChain %0[%j] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
// CHECK-NEXT:       %2 = spv.Load "Function" %1 : f32
// CHECK-NEXT:       spv.ReturnValue %2 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @copy(%i: i32) -> i32 "None" {
// CHECK-NEXT:       %0 = spv.CopyObject %i {non_uniform} : i32
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @promises(%i: i32) -> i32 "None" {
// CHECK-NEXT:       %cst2_i32 = spv.Constant 2 : i32
// CHECK-NEXT:       %0 = spv.IAdd %i, %cst2_i32 {relaxed_precision} : i32
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @volatile(%v: !spv.ptr<f32, Function>) "None" {
// CHECK-NEXT:       %0 = spv.Load "Function" %v : f32
// CHECK-NEXT:       %1 = spv.Load "Function" %v ["Volatile"] : f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
