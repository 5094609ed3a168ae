// RUN: spv-opt %s --loop-unroll='all' --canonicalize | FileCheck %s
// The trip count follows from ranges: a branch on the bound dominates the loop, and the start is computed of it.
// CHECK-LABEL: spv.func @bound
// CHECK-NOT: spv.mlir.loop
// CHECK-COUNT-3: spv.Store
// CHECK-NOT: spv.Store
// CHECK: spv.Return
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @bound(%p: !spv.ptr<i32, Function>, %n: i32) "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %3 = spv.Constant 3 : i32
    %c = spv.IEqual %n, %3 : i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      %start = spv.ISub %n, %3 : i32
      spv.mlir.loop {
        spv.Branch ^bb1(%start : i32)
      ^bb1(%i: i32):
        %more = spv.ULessThan %i, %n : i32
        spv.BranchConditional %more, ^bb2, ^bb4
      ^bb2:
        spv.Store "Function" %p, %i : i32
        spv.Branch ^bb3
      ^bb3:
        %next = spv.IAdd %i, %1 : i32
        spv.Branch ^bb1(%next : i32)
      ^bb4:
        spv.mlir.merge
      }
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }

  // Without the branch nothing is known.
  // CHECK-LABEL: spv.func @any
  // CHECK: spv.mlir.loop
  spv.func @any(%p: !spv.ptr<i32, Function>, %n: i32) "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    spv.mlir.loop {
      spv.Branch ^bb1(%0 : i32)
    ^bb1(%i: i32):
      %more = spv.ULessThan %i, %n : i32
      spv.BranchConditional %more, ^bb2, ^bb4
    ^bb2:
      spv.Store "Function" %p, %i : i32
      spv.Branch ^bb3
    ^bb3:
      %next = spv.IAdd %i, %1 : i32
      spv.Branch ^bb1(%next : i32)
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }
}
