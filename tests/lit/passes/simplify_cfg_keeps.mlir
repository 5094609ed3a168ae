// RUN: spv-opt %s --simplify-cfg | FileCheck %s
// What must stay, or the control flow would no longer be structured.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  // A loop that never repeats keeps its back edge.
  spv.func @once(%a: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %false = spv.Constant false
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      spv.Store "Output" %o, %a : i32
      spv.Branch ^continue
    ^continue:
      spv.BranchConditional %false, ^header, ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  // The first case branches to the next: only a switch allows that.
  spv.func @falls(%c: i1, %a: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %zero = spv.Constant 0 : i32
    spv.mlir.selection {
      spv.Switch %zero : i32, [default: ^first, 1: ^second]
    ^first:
      spv.BranchConditional %c, ^third, ^second
    ^second:
      spv.Store "Output" %o, %a : i32
      spv.Branch ^merge
    ^third:
      spv.Store "Output" %o, %zero : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  // Nothing reaches the continue target: of the continue construct the way to the header alone stays.
  spv.func @left(%c: i1, %a: i32) "None" {
    %true = spv.Constant true
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      spv.mlir.selection {
        spv.BranchConditional %true, ^leave, ^join
      ^leave:
        spv.mlir.break
      ^join:
        spv.mlir.merge
      }
      %x = spv.IAdd %a, %a : i32
      spv.Branch ^continue
    ^continue:
      %y = spv.IMul %x, %a : i32
      spv.BranchConditional %c, ^header, ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  // Plain blocks: the inner branch is an exit of the selection that the header declares.
  spv.func @exits(%c: i1) "None" {
    %true = spv.Constant true
    spv.BranchConditional %true, ^then, ^merge selection_merge(^merge)
  ^then:
    spv.BranchConditional %c, ^inner, ^merge
  ^inner:
    spv.Branch ^merge
  ^around:
    spv.Branch ^merge
  ^merge:
    spv.Return
  }
  // Plain blocks: the back edge of a loop that is left at once.
  spv.func @skipped() "None" {
    spv.Branch ^header
  ^header:
    spv.Branch ^merge loop_merge(^merge, continue ^continue)
  ^continue:
    spv.Branch ^latch
  ^latch:
    spv.Branch ^header
  ^merge:
    spv.Return
  }
  // In a continue construct, here of the outer loop, nothing may end with spv.Unreachable.
  spv.func @continued(%c: i1, %d: i1) "None" {
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %c, ^continue, ^merge
    ^continue:
      spv.mlir.loop {
        spv.Branch ^header2
      ^header2:
        spv.BranchConditional %c, ^body, ^merge2
      ^body:
        spv.mlir.selection {
          spv.BranchConditional %d, ^leave, ^next
        ^leave:
          spv.mlir.break
        ^next:
          spv.mlir.continue
        ^join:
          spv.mlir.merge
        }
        spv.Branch ^continue2
      ^continue2:
        spv.Branch ^header2
      ^merge2:
        spv.mlir.merge
      }
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<i32, Output>
// CHECK-NEXT:     spv.func @once(%a: i32) "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       %false = spv.Constant false
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.Store "Output" %o, %a : i32
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^header
// CHECK-NEXT:         spv.BranchConditional %false, ^header, ^merge
// CHECK-NEXT:       ^merge:  // pred: ^continue
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @falls(%c: i1, %a: i32) "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       %zero = spv.Constant 0 : i32
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.Switch %zero : i32, [default: ^first, 1: ^second]
// CHECK-NEXT:       ^first:  // pred: ^bb0
// CHECK-NEXT:         spv.BranchConditional %c, ^third, ^second
// CHECK-NEXT:       ^second:  // 2 preds: ^bb0, ^first
// CHECK-NEXT:         spv.Store "Output" %o, %a : i32
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^third:  // pred: ^first
// CHECK-NEXT:         spv.Store "Output" %o, %zero : i32
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^merge:  // 2 preds: ^second, ^third
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @left(%c: i1, %a: i32) "None" {
// CHECK-NEXT:       %true = spv.Constant true
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.Branch ^leave
// CHECK-NEXT:       ^leave:  // pred: ^header
// CHECK-NEXT:         spv.mlir.break
// CHECK-NEXT:       ^continue:  // no predecessors
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^merge:  // no predecessors
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @exits(%c: i1) "None" {
// CHECK-NEXT:       %true = spv.Constant true
// CHECK-NEXT:       spv.BranchConditional %true, ^then, ^merge selection_merge(^merge)
// CHECK-NEXT:     ^then:  // pred: ^bb0
// CHECK-NEXT:       spv.BranchConditional %c, ^inner, ^merge
// CHECK-NEXT:     ^inner:  // pred: ^then
// CHECK-NEXT:       spv.Branch ^merge
// CHECK-NEXT:     ^merge:  // 4 preds: ^bb0, ^bb0, ^then, ^inner
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @skipped() "None" {
// CHECK-NEXT:       spv.Branch ^header
// CHECK-NEXT:     ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:       spv.Branch ^merge loop_merge(^merge, continue ^continue)
// CHECK-NEXT:     ^continue:  // pred: ^header
// CHECK-NEXT:       spv.Branch ^header
// CHECK-NEXT:     ^merge:  // 2 preds: ^header, ^header
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @continued(%c: i1, %d: i1) "None" {
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.BranchConditional %c, ^continue, ^merge
// CHECK-NEXT:       ^continue:  // pred: ^header
// CHECK-NEXT:         spv.mlir.loop {
// CHECK-NEXT:           spv.Branch ^header2
// CHECK-NEXT:         ^header2:  // 2 preds: ^bb0, ^continue2
// CHECK-NEXT:           spv.BranchConditional %c, ^body, ^merge2
// CHECK-NEXT:         ^body:  // pred: ^header2
// CHECK-NEXT:           spv.mlir.selection {
// CHECK-NEXT:             spv.BranchConditional %d, ^leave, ^next
// CHECK-NEXT:           ^leave:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.break
// CHECK-NEXT:           ^next:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.continue
// CHECK-NEXT:           ^join:  // no predecessors
// CHECK-NEXT:             spv.mlir.merge
// CHECK-NEXT:           }
// CHECK-NEXT:           spv.Branch ^continue2
// CHECK-NEXT:         ^continue2:  // pred: ^body
// CHECK-NEXT:           spv.Branch ^header2
// CHECK-NEXT:         ^merge2:  // pred: ^header2
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^merge:  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
