// RUN: spv-opt %s -O | FileCheck %s
// RUN: spv-opt %s -Os | FileCheck %s
// A loop with the control Unroll is unrolled, one without it is not.
// CHECK-LABEL: spv.func @unrolled
// CHECK-NOT: spv.mlir.loop
// CHECK-LABEL: spv.func @kept
// CHECK: spv.mlir.loop
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @unrolled(%x: f32) -> f32 "None" attributes {linkage_attributes = ["unrolled", "Export"]} {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    %r = spv.mlir.loop control(Unroll) -> f32 {
      spv.Branch ^header(%c0, %x : i32, f32)
    ^header(%i: i32, %v: f32):
      %more = spv.ULessThan %i, %c3 : i32
      spv.BranchConditional %more, ^body, ^merge
    ^body:
      %s = spv.GLSL.Sin %v : f32
      spv.Branch ^continue
    ^continue:
      %n = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%n, %s : i32, f32)
    ^merge:
      spv.mlir.merge %v : f32
    }
    spv.ReturnValue %r : f32
  }
  spv.func @kept(%x: f32) -> f32 "None" attributes {linkage_attributes = ["kept", "Export"]} {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    %r = spv.mlir.loop -> f32 {
      spv.Branch ^header(%c0, %x : i32, f32)
    ^header(%i: i32, %v: f32):
      %more = spv.ULessThan %i, %c3 : i32
      spv.BranchConditional %more, ^body, ^merge
    ^body:
      %s = spv.GLSL.Sin %v : f32
      spv.Branch ^continue
    ^continue:
      %n = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%n, %s : i32, f32)
    ^merge:
      spv.mlir.merge %v : f32
    }
    spv.ReturnValue %r : f32
  }
}
