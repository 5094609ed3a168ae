// RUN: spv-opt %s --pass-pipeline='inline{all},symbol-dce' | FileCheck %s
// Returns from a switch, returns in both arms, a call in the header of a loop, a callee that kills in a
// continue construct.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  spv.EntryPoint "Fragment" @main, @out
  spv.ExecutionMode @main "OriginUpperLeft"
  spv.func @both(%a: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %neg = spv.SLessThan %a, %c0 : i32
    spv.mlir.selection {
      spv.BranchConditional %neg, ^then, ^else
    ^then:
      spv.ReturnValue %c0 : i32
    ^else:
      spv.ReturnValue %a : i32
    ^merge:
      spv.mlir.merge
    }
    spv.Unreachable
  }
  spv.func @switch(%a: i32) -> i32 "None" {
    %c1 = spv.Constant 1 : i32
    spv.mlir.selection {
      spv.Switch %a : i32, [default: ^merge, 1: ^one, 2: ^two]
    ^one:
      spv.ReturnValue %c1 : i32
    ^two:
      spv.Kill
    ^merge:
      spv.mlir.merge
    }
    spv.ReturnValue %a : i32
  }
  spv.func @kills(%a: i32) "None" {
    spv.Kill
  }
  spv.func @main() "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %n = spv.FunctionCall @both(%i) : (i32) -> i32
      %m = spv.FunctionCall @switch(%n) : (i32) -> i32
      %go = spv.ULessThan %i, %m : i32
      spv.BranchConditional %go, ^body, ^end
    ^body:
      spv.Store "Output" %o, %i : i32
      spv.Branch ^continue
    ^continue:
      spv.FunctionCall @kills(%i) : (i32) -> ()
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^end:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<i32, Output>
// CHECK-NEXT:     spv.EntryPoint "Fragment" @main, @out
// CHECK-NEXT:     spv.ExecutionMode @main "OriginUpperLeft"
// CHECK-NEXT:     spv.func @kills(%a: i32) "None" {
// CHECK-NEXT:       spv.Kill
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @main() "None" {
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       %c0$0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1$0 = spv.Constant 1 : i32
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header(%c0$0 : i32)
// CHECK-NEXT:       ^header(%i: i32):  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.Branch ^bb2
// CHECK-NEXT:       ^bb2:  // pred: ^header
// CHECK-NEXT:         %neg = spv.SLessThan %i, %c0 : i32
// CHECK-NEXT:         %0 = spv.mlir.selection -> i32 {
// CHECK-NEXT:           spv.BranchConditional %neg, ^then, ^else
// CHECK-NEXT:         ^then:  // pred: ^bb0
// CHECK-NEXT:           spv.Branch ^bb3(%c0 : i32)
// CHECK-NEXT:         ^else:  // pred: ^bb0
// CHECK-NEXT:           spv.Branch ^bb3(%i : i32)
// CHECK-NEXT:         ^bb3(%2: i32):  // 2 preds: ^then, ^else
// CHECK-NEXT:           spv.mlir.merge %2 : i32
// CHECK-NEXT:         }
// CHECK-NEXT:         %1 = spv.mlir.loop -> i32 {
// CHECK-NEXT:           spv.Branch ^bb1
// CHECK-NEXT:         ^bb1:  // 2 preds: ^bb0, ^bb3
// CHECK-NEXT:           spv.Branch ^bb2
// CHECK-NEXT:         ^bb2:  // pred: ^bb1
// CHECK-NEXT:           spv.mlir.selection {
// CHECK-NEXT:             spv.Switch %0 : i32, [default: ^merge, 1: ^one, 2: ^two]
// CHECK-NEXT:           ^one:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.break %c1 : i32
// CHECK-NEXT:           ^two:  // pred: ^bb0
// CHECK-NEXT:             spv.Kill
// CHECK-NEXT:           ^merge:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.merge
// CHECK-NEXT:           }
// CHECK-NEXT:           spv.Branch ^bb4(%0 : i32)
// CHECK-NEXT:         ^bb3:  // no predecessors
// CHECK-NEXT:           spv.Branch ^bb1
// CHECK-NEXT:         ^bb4(%2: i32):  // pred: ^bb2
// CHECK-NEXT:           spv.mlir.merge %2 : i32
// CHECK-NEXT:         }
// CHECK-NEXT:         %go = spv.ULessThan %i, %1 : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^body, ^end
// CHECK-NEXT:       ^body:  // pred: ^bb2
// CHECK-NEXT:         spv.Store "Output" %o, %i : i32
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^body
// CHECK-NEXT:         spv.FunctionCall @kills(%i) : (i32) -> ()
// CHECK-NEXT:         %j = spv.IAdd %i, %c1$0 : i32
// CHECK-NEXT:         spv.Branch ^header(%j : i32)
// CHECK-NEXT:       ^end:  // pred: ^bb2
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
