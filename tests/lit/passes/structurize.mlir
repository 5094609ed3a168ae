// RUN: spv-opt %s --spv-structurize | FileCheck %s
// Plain blocks without merge declarations, one of them a cycle with two entries, become regions.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @loop(%c: i1, %n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    spv.Branch ^head(%c0 : i32)
  ^head(%i: i32):
    %go = spv.ULessThan %i, %n : i32
    spv.BranchConditional %go, ^body, ^end
  ^body:
    %j = spv.IAdd %i, %c1 : i32
    spv.Branch ^head(%j : i32)
  ^end:
    spv.ReturnValue %i : i32
  }
  spv.func @irreducible(%c: i1, %d: i1) "None" {
    spv.BranchConditional %c, ^a, ^b
  ^a:
    spv.BranchConditional %d, ^b, ^end
  ^b:
    spv.Branch ^a
  ^end:
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @loop(%c: i1, %n: i32) -> i32 "None" {
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %0 = spv.mlir.loop -> i32 {
// CHECK-NEXT:         spv.Branch ^head(%c0 : i32)
// CHECK-NEXT:       ^head(%i: i32):  // 2 preds: ^bb0, ^bb3
// CHECK-NEXT:         %go = spv.ULessThan %i, %n : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^body, ^end(%i : i32)
// CHECK-NEXT:       ^body:  // pred: ^head
// CHECK-NEXT:         %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:         spv.Branch ^bb3
// CHECK-NEXT:       ^bb3:  // pred: ^body
// CHECK-NEXT:         spv.Branch ^head(%j : i32)
// CHECK-NEXT:       ^end(%1: i32):  // pred: ^head
// CHECK-NEXT:         spv.mlir.merge %1 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @irreducible(%c: i1, %d: i1) "None" {
// CHECK-NEXT:       %cst1_i32 = spv.Constant 1 : i32
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       %0 = spv.mlir.selection -> i32 {
// CHECK-NEXT:         spv.BranchConditional %c, ^bb2(%cst0_i32 : i32), ^bb1
// CHECK-NEXT:       ^bb1:  // pred: ^bb0
// CHECK-NEXT:         spv.Branch ^bb2(%cst1_i32 : i32)
// CHECK-NEXT:       ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:         spv.mlir.merge %1 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^bb1(%0 : i32)
// CHECK-NEXT:       ^bb1(%1: i32):  // 2 preds: ^bb0, ^bb3
// CHECK-NEXT:         spv.Branch ^bb2
// CHECK-NEXT:       ^bb2:  // pred: ^bb1
// CHECK-NEXT:         %2 = spv.IEqual %1, %cst0_i32 : i32
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %2, ^a, ^b
// CHECK-NEXT:         ^a:  // pred: ^bb0
// CHECK-NEXT:           spv.BranchConditional %d, ^b, ^bb2
// CHECK-NEXT:         ^bb2:  // pred: ^a
// CHECK-NEXT:           spv.mlir.break trampoline
// CHECK-NEXT:         ^b:  // 2 preds: ^bb0, ^a
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^bb3
// CHECK-NEXT:       ^bb3:  // pred: ^bb2
// CHECK-NEXT:         spv.Branch ^bb1(%cst0_i32 : i32)
// CHECK-NEXT:       ^end:  // no predecessors
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
