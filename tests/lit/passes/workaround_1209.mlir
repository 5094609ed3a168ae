// RUN: spv-opt %s --workaround-1209 | FileCheck %s

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @direct
  // CHECK-NOT: spv.Unreachable
  // CHECK: spv.BranchConditional %c, ^bb2, ^bb4
  // CHECK: spv.Branch ^bb4
  // CHECK-LABEL: spv.func @nested
  spv.func @direct(%c: i1) "None" {
    spv.mlir.loop {
      spv.Branch ^bb1
    ^bb1:
      spv.BranchConditional %c, ^bb2, ^bb4
    ^bb2:
      spv.Unreachable
    ^bb3:
      spv.Branch ^bb1
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }
  // CHECK: spv.mlir.selection
  // CHECK: spv.mlir.break
  // What is in no loop stays.
  // CHECK: spv.Unreachable
  // CHECK-NOT: spv.Unreachable
  spv.func @nested(%c: i1, %d: i1) "None" {
    spv.mlir.loop {
      spv.Branch ^bb1
    ^bb1:
      spv.BranchConditional %c, ^bb2, ^bb4
    ^bb2:
      spv.mlir.selection {
        spv.BranchConditional %d, ^bb1, ^bb2
      ^bb1:
        spv.Unreachable
      ^bb2:
        spv.mlir.merge
      }
      spv.Branch ^bb3
    ^bb3:
      spv.Branch ^bb1
    ^bb4:
      spv.mlir.merge
    }
    spv.Unreachable
  }
}
