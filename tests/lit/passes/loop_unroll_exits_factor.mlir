// RUN: spv-opt %s --pass-pipeline='loop-unroll{factor=2}' | FileCheck %s
// Turns that may be left.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Private>
  // What leaves the loop leaves a loop around all turns.
  spv.func @breaks(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c4 = spv.Constant 4 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %c4 : i32
      spv.BranchConditional %go, ^body, ^merge(%c0 : i32)
    ^body:
      %found = spv.IEqual %i, %n : i32
      spv.mlir.selection {
        spv.BranchConditional %found, ^leave, ^join
      ^leave:
        spv.mlir.break %i : i32
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    spv.ReturnValue %r : i32
  }
  // A turn that goes on early leaves a switch around it. What it computes is passed on.
  spv.func @continues(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c4 = spv.Constant 4 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %c0 : i32, i32)
    ^header(%i: i32, %sum: i32):
      %go = spv.ULessThan %i, %c4 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %square = spv.IMul %i, %n : i32
      %skip = spv.IEqual %i, %n : i32
      spv.mlir.selection {
        spv.BranchConditional %skip, ^again, ^join
      ^again:
        spv.mlir.continue %sum : i32
      ^join:
        spv.mlir.merge
      }
      %more = spv.IAdd %sum, %i : i32
      spv.Branch ^continue(%more : i32)
    ^continue(%s: i32):
      %t = spv.IAdd %s, %square : i32
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j, %t : i32, i32)
    ^merge:
      spv.mlir.merge %sum : i32
    }
    spv.ReturnValue %r : i32
  }
  // Out of a switch control goes on by way of a loop.
  spv.func @in_switch(%n: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c4 = spv.Constant 4 : i32
    spv.mlir.loop control(Unroll) {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %c4 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      spv.mlir.selection {
        spv.Switch %n : i32, [default: ^join, 1: ^again]
      ^again:
        spv.mlir.continue
      ^join:
        spv.mlir.merge
      }
      spv.Store "Private" %o, %n : i32
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.func @breaks(%n: i32) -> i32 "None" {
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %c4 = spv.Constant 4 : i32
// CHECK-NEXT:       %r = spv.mlir.loop control(DontUnroll) -> i32 {
// CHECK-NEXT:         spv.Branch ^header(%c0 : i32)
// CHECK-NEXT:       ^header(%i: i32):  // 2 preds: ^bb0, ^bb6
// CHECK-NEXT:         %go = spv.ULessThan %i, %c4 : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^bb2, ^merge(%c0 : i32)
// CHECK-NEXT:       ^bb2:  // pred: ^header
// CHECK-NEXT:         spv.Branch ^bb3
// CHECK-NEXT:       ^bb3:  // pred: ^bb2
// CHECK-NEXT:         %found = spv.IEqual %i, %n : i32
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %found, ^leave, ^join
// CHECK-NEXT:         ^leave:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.break %i : i32
// CHECK-NEXT:         ^join:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^bb4
// CHECK-NEXT:       ^bb4:  // pred: ^bb3
// CHECK-NEXT:         %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:         %go$0 = spv.ULessThan %j, %c4 : i32
// CHECK-NEXT:         spv.Branch ^bb5
// CHECK-NEXT:       ^bb5:  // pred: ^bb4
// CHECK-NEXT:         %found$0 = spv.IEqual %j, %n : i32
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %found$0, ^leave, ^join
// CHECK-NEXT:         ^leave:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.break %j : i32
// CHECK-NEXT:         ^join:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^bb6
// CHECK-NEXT:       ^bb6:  // pred: ^bb5
// CHECK-NEXT:         %j$0 = spv.IAdd %j, %c1 : i32
// CHECK-NEXT:         spv.Branch ^header(%j$0 : i32)
// CHECK-NEXT:       ^merge(%x: i32):  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge %x : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %r : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @continues(%n: i32) -> i32 "None" {
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %c4 = spv.Constant 4 : i32
// CHECK-NEXT:       %r = spv.mlir.loop control(DontUnroll) -> i32 {
// CHECK-NEXT:         spv.Branch ^header(%c0, %c0 : i32, i32)
// CHECK-NEXT:       ^header(%i: i32, %sum: i32):  // 2 preds: ^bb0, ^bb4
// CHECK-NEXT:         %go = spv.ULessThan %i, %c4 : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^bb2, ^merge
// CHECK-NEXT:       ^bb2:  // pred: ^header
// CHECK-NEXT:         %0:2 = spv.mlir.selection -> (i32, i32) {
// CHECK-NEXT:           spv.Switch %cst0_i32 : i32, [default: ^bb1]
// CHECK-NEXT:         ^bb1:  // pred: ^bb0
// CHECK-NEXT:           spv.Branch ^bb2
// CHECK-NEXT:         ^bb2:  // pred: ^bb1
// CHECK-NEXT:           %square$0 = spv.IMul %i, %n : i32
// CHECK-NEXT:           %skip$0 = spv.IEqual %i, %n : i32
// CHECK-NEXT:           spv.mlir.selection {
// CHECK-NEXT:             spv.BranchConditional %skip$0, ^again, ^join
// CHECK-NEXT:           ^again:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.switch_break %sum, %square$0 : i32, i32
// CHECK-NEXT:           ^join:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.merge
// CHECK-NEXT:           }
// CHECK-NEXT:           %more$0 = spv.IAdd %sum, %i : i32
// CHECK-NEXT:           spv.Branch ^bb3(%more$0, %square$0 : i32, i32)
// CHECK-NEXT:         ^bb3(%3: i32, %4: i32):  // pred: ^bb2
// CHECK-NEXT:           spv.mlir.merge %3, %4 : i32, i32
// CHECK-NEXT:         }
// CHECK-NEXT:         %t = spv.IAdd %0#0, %0#1 : i32
// CHECK-NEXT:         %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:         %go$0 = spv.ULessThan %j, %c4 : i32
// CHECK-NEXT:         spv.Branch ^bb3
// CHECK-NEXT:       ^bb3:  // pred: ^bb2
// CHECK-NEXT:         %square = spv.IMul %j, %n : i32
// CHECK-NEXT:         %skip = spv.IEqual %j, %n : i32
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %skip, ^again, ^join
// CHECK-NEXT:         ^again:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.continue %t, %square : i32, i32
// CHECK-NEXT:         ^join:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         %more = spv.IAdd %t, %j : i32
// CHECK-NEXT:         spv.Branch ^bb4(%more, %square : i32, i32)
// CHECK-NEXT:       ^bb4(%1: i32, %2: i32):  // pred: ^bb3
// CHECK-NEXT:         %t$0 = spv.IAdd %1, %2 : i32
// CHECK-NEXT:         %j$0 = spv.IAdd %j, %c1 : i32
// CHECK-NEXT:         spv.Branch ^header(%j$0, %t$0 : i32, i32)
// CHECK-NEXT:       ^merge:  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge %sum : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %r : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @in_switch(%n: i32) "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Private>
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %c4 = spv.Constant 4 : i32
// CHECK-NEXT:       spv.mlir.loop control(DontUnroll) {
// CHECK-NEXT:         spv.Branch ^header(%c0 : i32)
// CHECK-NEXT:       ^header(%i: i32):  // 2 preds: ^bb0, ^bb4
// CHECK-NEXT:         %go = spv.ULessThan %i, %c4 : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^bb2, ^merge
// CHECK-NEXT:       ^bb2:  // pred: ^header
// CHECK-NEXT:         spv.mlir.loop {
// CHECK-NEXT:           spv.Branch ^bb1
// CHECK-NEXT:         ^bb1:  // 2 preds: ^bb0, ^bb4
// CHECK-NEXT:           spv.Branch ^bb2
// CHECK-NEXT:         ^bb2:  // pred: ^bb1
// CHECK-NEXT:           spv.Branch ^bb3
// CHECK-NEXT:         ^bb3:  // pred: ^bb2
// CHECK-NEXT:           spv.mlir.selection {
// CHECK-NEXT:             spv.Switch %n : i32, [default: ^join, 1: ^again]
// CHECK-NEXT:           ^again:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.break
// CHECK-NEXT:           ^join:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.merge
// CHECK-NEXT:           }
// CHECK-NEXT:           spv.Store "Private" %o, %n : i32
// CHECK-NEXT:           spv.Branch ^bb5
// CHECK-NEXT:         ^bb4:  // no predecessors
// CHECK-NEXT:           spv.Branch ^bb1
// CHECK-NEXT:         ^bb5:  // pred: ^bb3
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:         %go$0 = spv.ULessThan %j, %c4 : i32
// CHECK-NEXT:         spv.Branch ^bb3
// CHECK-NEXT:       ^bb3:  // pred: ^bb2
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.Switch %n : i32, [default: ^join, 1: ^again]
// CHECK-NEXT:         ^again:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.continue
// CHECK-NEXT:         ^join:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Store "Private" %o, %n : i32
// CHECK-NEXT:         spv.Branch ^bb4
// CHECK-NEXT:       ^bb4:  // pred: ^bb3
// CHECK-NEXT:         %j$0 = spv.IAdd %j, %c1 : i32
// CHECK-NEXT:         spv.Branch ^header(%j$0 : i32)
// CHECK-NEXT:       ^merge:  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
