// RUN: spv-opt %s --inline --canonicalize | FileCheck %s
// In logical addressing memory is not accessed by an undefined pointer, but it may be by a copy of one.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @read(%p: !spv.ptr<f32, Private>) -> f32 "None" {
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
  // CHECK-LABEL: spv.func @f
  // CHECK-NEXT:  %[[U:.*]] = spv.Undef : !spv.ptr<f32, Private>
  // CHECK-NEXT:  %[[P:.*]] = spv.CopyObject %[[U]] : !spv.ptr<f32, Private>
  // CHECK-NEXT:  spv.Load "Private" %[[P]] : f32
  spv.func @f() -> f32 "None" {
    %p = spv.Undef : !spv.ptr<f32, Private>
    %x = spv.FunctionCall @read(%p) : (!spv.ptr<f32, Private>) -> f32
    spv.ReturnValue %x : f32
  }
}
