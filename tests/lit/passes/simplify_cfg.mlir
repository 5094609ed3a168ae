// RUN: spv-opt %s --simplify-cfg | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  // The taken arm joins the code around it, the selection inside stays.
  spv.func @known(%c: i1, %a: i32) -> i32 "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %true = spv.Constant true
    %0 = spv.mlir.selection -> i32 {
      spv.BranchConditional %true, ^then, ^else
    ^then:
      spv.mlir.selection {
        spv.BranchConditional %c, ^inner, ^join
      ^inner:
        spv.Store "Output" %o, %a : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^merge(%a : i32)
    ^else:
      spv.Kill
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    spv.ReturnValue %0 : i32
  }
  // A choice between values.
  spv.func @select(%c: i1, %a: vector<2xf32>, %b: vector<2xf32>) -> vector<2xf32> "None" {
    %0 = spv.mlir.selection -> vector<2xf32> {
      spv.BranchConditional %c, ^then, ^merge(%b : vector<2xf32>)
    ^then:
      %x = spv.FAdd %a, %b : vector<2xf32>
      spv.Branch ^merge(%x : vector<2xf32>)
    ^merge(%y: vector<2xf32>):
      spv.mlir.merge %y : vector<2xf32>
    }
    spv.ReturnValue %0 : vector<2xf32>
  }
  // Nothing behind a selection of which both arms return.
  spv.func @unreached(%c: i1, %a: i32) -> i32 "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.ReturnValue %a : i32
    ^else:
      spv.Kill
    ^merge:
      spv.mlir.merge
    }
    spv.Store "Output" %o, %a : i32
    spv.ReturnValue %a : i32
  }
  // A switch that a selection in it leaves stays.
  spv.func @switch(%c: i1, %a: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %c1 = spv.Constant 1 : i32
    spv.mlir.selection {
      spv.Switch %c1 : i32, [default: ^merge, 1: ^one]
    ^one:
      spv.mlir.selection {
        spv.BranchConditional %c, ^leave, ^join
      ^leave:
        spv.mlir.switch_break
      ^join:
        spv.mlir.merge
      }
      spv.Store "Output" %o, %a : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<i32, Output>
// CHECK-NEXT:     spv.func @known(%c: i1, %a: i32) -> i32 "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       %true = spv.Constant true
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^inner, ^join
// CHECK-NEXT:       ^inner:  // pred: ^bb0
// CHECK-NEXT:         spv.Store "Output" %o, %a : i32
// CHECK-NEXT:         spv.Branch ^join
// CHECK-NEXT:       ^join:  // 2 preds: ^bb0, ^inner
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %a : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @select(%c: i1, %a: vector<2xf32>, %b: vector<2xf32>) -> vector<2xf32> "None" {
// CHECK-NEXT:       %x = spv.FAdd %a, %b : vector<2xf32>
// CHECK-NEXT:       %0 = spv.CompositeConstruct %c, %c : vector<2xi1>
// CHECK-NEXT:       %1 = spv.Select %0, %x, %b : vector<2xi1>, vector<2xf32>
// CHECK-NEXT:       spv.ReturnValue %1 : vector<2xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @unreached(%c: i1, %a: i32) -> i32 "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^else
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.ReturnValue %a : i32
// CHECK-NEXT:       ^else:  // pred: ^bb0
// CHECK-NEXT:         spv.Kill
// CHECK-NEXT:       ^merge:  // no predecessors
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Unreachable
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @switch(%c: i1, %a: i32) "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.Switch %c1 : i32, [default: ^merge, 1: ^one]
// CHECK-NEXT:       ^one:  // pred: ^bb0
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %c, ^leave, ^join
// CHECK-NEXT:         ^leave:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.switch_break
// CHECK-NEXT:         ^join:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Store "Output" %o, %a : i32
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^merge:  // 2 preds: ^bb0, ^one
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
