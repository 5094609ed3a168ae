// RUN: spv-opt %s --cse | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // What stands behind a selection that goes on with the loop does not dominate the continue target; what stands
  // before it does, and so does what is in the header.
  spv.func @continue(%c: i1, %n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %0 = spv.mlir.loop -> i32 {
      spv.Branch ^head(%c0, %c0 : i32, i32)
    ^head(%s: i32, %i: i32):
      %h = spv.IMul %i, %n : i32
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %before = spv.IAdd %i, %n : i32
      spv.mlir.selection {
        spv.BranchConditional %c, ^next, ^join
      ^next:
        spv.mlir.continue %h : i32
      ^join:
        spv.mlir.merge
      }
      %behind = spv.IAdd %i, %c1 : i32
      %sum = spv.IAdd %behind, %before : i32
      spv.Branch ^continue(%sum : i32)
    ^continue(%t: i32):
      %h2 = spv.IMul %i, %n : i32
      %before2 = spv.IAdd %i, %n : i32
      %behind2 = spv.IAdd %i, %c1 : i32
      %u = spv.IAdd %h2, %before2 : i32
      %v = spv.IAdd %t, %u : i32
      spv.Branch ^head(%v, %behind2 : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %0 : i32
  }
}

// CHECK:       %behind = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:  %sum = spv.IAdd %behind, %before : i32
// CHECK-NEXT:  spv.Branch ^continue(%sum : i32)
// CHECK-NEXT:  ^continue(%t: i32)
// CHECK-NEXT:  %behind2 = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:  %u = spv.IAdd %h, %before : i32
// CHECK-NEXT:  %v = spv.IAdd %t, %u : i32
// CHECK-NEXT:  spv.Branch ^head(%v, %behind2 : i32, i32)
