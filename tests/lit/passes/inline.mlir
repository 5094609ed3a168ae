// RUN: spv-opt %s --pass-pipeline='inline{all}' | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  spv.func @early(%a: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %v = spv.Variable init(%c0) : !spv.ptr<i32, Function>
    %neg = spv.SLessThan %a, %c0 : i32
    spv.mlir.selection {
      spv.BranchConditional %neg, ^then, ^merge
    ^then:
      spv.ReturnValue %c0 : i32
    ^merge:
      spv.mlir.merge
    }
    %x = spv.Load "Function" %v : i32
    %y = spv.IAdd %x, %a : i32
    spv.ReturnValue %y : i32
  }
  spv.func @from_loop(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %r = spv.FunctionCall @early(%i) : (i32) -> i32
      %is = spv.IEqual %r, %n : i32
      spv.mlir.selection {
        spv.BranchConditional %is, ^leave, ^join
      ^leave:
        spv.ReturnValue %i : i32
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.ReturnValue %c0 : i32
  }
  spv.func @dont(%a: i32) -> i32 "DontInline" {
    spv.ReturnValue %a : i32
  }
  spv.func @recursive(%a: i32) -> i32 "None" {
    %r = spv.FunctionCall @recursive(%a) : (i32) -> i32
    spv.ReturnValue %r : i32
  }
  spv.func @main(%a: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %x = spv.FunctionCall @from_loop(%a) : (i32) -> i32
    %y = spv.FunctionCall @dont(%x) : (i32) -> i32
    %z = spv.FunctionCall @recursive(%y) : (i32) -> i32
    spv.Store "Output" %o, %z : i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<i32, Output>
// CHECK-NEXT:     spv.func @early(%a: i32) -> i32 "None" {
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %v = spv.Variable init(%c0) : !spv.ptr<i32, Function>
// CHECK-NEXT:       %neg = spv.SLessThan %a, %c0 : i32
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %neg, ^then, ^merge
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.ReturnValue %c0 : i32
// CHECK-NEXT:       ^merge:  // pred: ^bb0
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       %x = spv.Load "Function" %v : i32
// CHECK-NEXT:       %y = spv.IAdd %x, %a : i32
// CHECK-NEXT:       spv.ReturnValue %y : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @from_loop(%n: i32) -> i32 "None" {
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c0$0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<i32, Function>
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header(%c0$0 : i32)
// CHECK-NEXT:       ^header(%i: i32):  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         %go = spv.ULessThan %i, %n : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^body, ^merge
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         spv.Store "Function" %v, %c0 : i32
// CHECK-NEXT:         %neg = spv.SLessThan %i, %c0 : i32
// CHECK-NEXT:         %0 = spv.mlir.selection -> i32 {
// CHECK-NEXT:           spv.BranchConditional %neg, ^then, ^merge
// CHECK-NEXT:         ^then:  // pred: ^bb0
// CHECK-NEXT:           spv.Branch ^bb3(%c0 : i32)
// CHECK-NEXT:         ^merge:  // pred: ^bb0
// CHECK-NEXT:           %x = spv.Load "Function" %v : i32
// CHECK-NEXT:           %y = spv.IAdd %x, %i : i32
// CHECK-NEXT:           spv.Branch ^bb3(%y : i32)
// CHECK-NEXT:         ^bb3(%1: i32):  // 2 preds: ^then, ^merge
// CHECK-NEXT:           spv.mlir.merge %1 : i32
// CHECK-NEXT:         }
// CHECK-NEXT:         %is = spv.IEqual %0, %n : i32
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %is, ^leave, ^join
// CHECK-NEXT:         ^leave:  // pred: ^bb0
// CHECK-NEXT:           spv.ReturnValue %i : i32
// CHECK-NEXT:         ^join:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^body
// CHECK-NEXT:         %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:         spv.Branch ^header(%j : i32)
// CHECK-NEXT:       ^merge:  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %c0$0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @dont(%a: i32) -> i32 "DontInline" {
// CHECK-NEXT:       spv.ReturnValue %a : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @recursive(%a: i32) -> i32 "None" {
// CHECK-NEXT:       %r = spv.FunctionCall @recursive(%a) : (i32) -> i32
// CHECK-NEXT:       spv.ReturnValue %r : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @main(%a: i32) "None" {
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c0$0 = spv.Constant 0 : i32
// CHECK-NEXT:       %true = spv.Constant true
// CHECK-NEXT:       %false = spv.Constant false
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<i32, Function>
// CHECK-NEXT:       %0 = spv.Undef {module_scope = 0 : i32} : i32
// CHECK-NEXT:       %1 = spv.mlir.selection -> i32 {
// CHECK-NEXT:         spv.Switch %cst0_i32 : i32, [default: ^bb1]
// CHECK-NEXT:       ^bb1:  // pred: ^bb0
// CHECK-NEXT:         %2:2 = spv.mlir.loop -> (i1, i32) {
// CHECK-NEXT:           spv.Branch ^header(%c0 : i32)
// CHECK-NEXT:         ^header(%i: i32):  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:           %go = spv.ULessThan %i, %a : i32
// CHECK-NEXT:           spv.BranchConditional %go, ^body, ^merge(%false, %0 : i1, i32)
// CHECK-NEXT:         ^body:  // pred: ^header
// CHECK-NEXT:           spv.Store "Function" %v, %c0$0 : i32
// CHECK-NEXT:           %neg = spv.SLessThan %i, %c0$0 : i32
// CHECK-NEXT:           %4 = spv.mlir.selection -> i32 {
// CHECK-NEXT:             spv.BranchConditional %neg, ^then, ^merge
// CHECK-NEXT:           ^then:  // pred: ^bb0
// CHECK-NEXT:             spv.Branch ^bb3(%c0$0 : i32)
// CHECK-NEXT:           ^merge:  // pred: ^bb0
// CHECK-NEXT:             %x = spv.Load "Function" %v : i32
// CHECK-NEXT:             %y$0 = spv.IAdd %x, %i : i32
// CHECK-NEXT:             spv.Branch ^bb3(%y$0 : i32)
// CHECK-NEXT:           ^bb3(%7: i32):  // 2 preds: ^then, ^merge
// CHECK-NEXT:             spv.mlir.merge %7 : i32
// CHECK-NEXT:           }
// CHECK-NEXT:           %is = spv.IEqual %4, %a : i32
// CHECK-NEXT:           spv.mlir.selection {
// CHECK-NEXT:             spv.BranchConditional %is, ^leave, ^join
// CHECK-NEXT:           ^leave:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.break %true, %i : i1, i32
// CHECK-NEXT:           ^join:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.merge
// CHECK-NEXT:           }
// CHECK-NEXT:           spv.Branch ^continue
// CHECK-NEXT:         ^continue:  // pred: ^body
// CHECK-NEXT:           %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:           spv.Branch ^header(%j : i32)
// CHECK-NEXT:         ^merge(%5: i1, %6: i32):  // pred: ^header
// CHECK-NEXT:           spv.mlir.merge %5, %6 : i1, i32
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %2#0, ^bb1, ^bb2
// CHECK-NEXT:         ^bb1:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.switch_break %2#1 : i32
// CHECK-NEXT:         ^bb2:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^bb2(%c0 : i32)
// CHECK-NEXT:       ^bb2(%3: i32):  // pred: ^bb1
// CHECK-NEXT:         spv.mlir.merge %3 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %y = spv.FunctionCall @dont(%1) : (i32) -> i32
// CHECK-NEXT:       %z = spv.FunctionCall @recursive(%y) : (i32) -> i32
// CHECK-NEXT:       spv.Store "Output" %o, %z : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
