// RUN: spv-opt %s --pass-pipeline='inline{all}' | FileCheck %s
// What stands behind a call that never comes back is not reached once it is inlined, and goes: a switch there could not
// be left for a loop around. Calls that nothing reaches stay.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Private>
  spv.func @never(%c: i1) "None" {
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.Kill
    ^else:
      spv.Kill
    ^merge:
      spv.mlir.merge
    }
    spv.Unreachable
  }
  spv.func @early(%c: i1) "None" {
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      spv.Return
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  spv.func @behind(%c: i1, %n: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %c, ^body, ^merge
    ^body:
      spv.FunctionCall @never(%c) : (i1) -> ()
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
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  spv.func @unreached(%c: i1) "None" {
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.Return
    ^else:
      spv.Return
    ^merge:
      spv.mlir.merge
    }
    spv.FunctionCall @early(%c) : (i1) -> ()
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.func @never(%c: i1) "None" {
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^else
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Kill
// CHECK-NEXT:       ^else:  // pred: ^bb0
// CHECK-NEXT:         spv.Kill
// CHECK-NEXT:       ^merge:  // no predecessors
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Unreachable
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @early(%c: i1) "None" {
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^merge
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Return
// CHECK-NEXT:       ^merge:  // pred: ^bb0
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @behind(%c: i1, %n: i32) "None" {
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Private>
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.BranchConditional %c, ^body, ^merge
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.Switch %cst0_i32 : i32, [default: ^bb1]
// CHECK-NEXT:         ^bb1:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.selection {
// CHECK-NEXT:             spv.BranchConditional %c, ^then, ^else
// CHECK-NEXT:           ^then:  // pred: ^bb0
// CHECK-NEXT:             spv.Kill
// CHECK-NEXT:           ^else:  // pred: ^bb0
// CHECK-NEXT:             spv.Kill
// CHECK-NEXT:           ^merge:  // no predecessors
// CHECK-NEXT:             spv.mlir.merge
// CHECK-NEXT:           }
// CHECK-NEXT:           spv.Unreachable
// CHECK-NEXT:         ^bb2:  // no predecessors
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Unreachable
// CHECK-NEXT:       ^continue:  // no predecessors
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^merge:  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @unreached(%c: i1) "None" {
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^else
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Return
// CHECK-NEXT:       ^else:  // pred: ^bb0
// CHECK-NEXT:         spv.Return
// CHECK-NEXT:       ^merge:  // no predecessors
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.FunctionCall @early(%c) : (i1) -> ()
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
