// RUN: spv-opt %s --sink | FileCheck %s
// Into the arm that uses it, however deep; not into a loop, and not where both arms use it.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  spv.func @f(%c: i1, %d: i1, %a: i32, %n: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %both = spv.IMul %a, %n : i32
    %x = spv.IAdd %a, %n : i32
    %y = spv.IMul %x, %n : i32
    %z = spv.ISub %a, %n : i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.Store "Output" %o, %both : i32
      spv.mlir.selection {
        spv.BranchConditional %d, ^inner, ^join
      ^inner:
        spv.Store "Output" %o, %y : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^merge
    ^else:
      spv.Store "Output" %o, %both : i32
      spv.mlir.loop {
        spv.Branch ^header(%c0 : i32)
      ^header(%i: i32):
        %go = spv.ULessThan %i, %n : i32
        spv.BranchConditional %go, ^body, ^end
      ^body:
        spv.Store "Output" %o, %z : i32
        spv.Branch ^continue
      ^continue:
        %j = spv.IAdd %i, %c1 : i32
        spv.Branch ^header(%j : i32)
      ^end:
        spv.mlir.merge
      }
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
// CHECK-NEXT:     spv.func @f(%c: i1, %d: i1, %a: i32, %n: i32) "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %both = spv.IMul %a, %n : i32
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^else
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Store "Output" %o, %both : i32
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %d, ^inner, ^join
// CHECK-NEXT:         ^inner:  // pred: ^bb0
// CHECK-NEXT:           %x = spv.IAdd %a, %n : i32
// CHECK-NEXT:           %y = spv.IMul %x, %n : i32
// CHECK-NEXT:           spv.Store "Output" %o, %y : i32
// CHECK-NEXT:           spv.Branch ^join
// CHECK-NEXT:         ^join:  // 2 preds: ^bb0, ^inner
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^else:  // pred: ^bb0
// CHECK-NEXT:         %z = spv.ISub %a, %n : i32
// CHECK-NEXT:         spv.Store "Output" %o, %both : i32
// CHECK-NEXT:         spv.mlir.loop {
// CHECK-NEXT:           spv.Branch ^header(%c0 : i32)
// CHECK-NEXT:         ^header(%i: i32):  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:           %go = spv.ULessThan %i, %n : i32
// CHECK-NEXT:           spv.BranchConditional %go, ^body, ^end
// CHECK-NEXT:         ^body:  // pred: ^header
// CHECK-NEXT:           spv.Store "Output" %o, %z : i32
// CHECK-NEXT:           spv.Branch ^continue
// CHECK-NEXT:         ^continue:  // pred: ^body
// CHECK-NEXT:           %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:           spv.Branch ^header(%j : i32)
// CHECK-NEXT:         ^end:  // pred: ^header
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^merge:  // 2 preds: ^then, ^else
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
