// RUN: spv-opt %s --dce | FileCheck %s
// Dead: a selection without effects, a loop whose result is not used, a counter that only counts itself, a
// store that nothing reads. Alive: what the stores to the output need.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  spv.func @f(%c: i1, %a: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %a : i32
    %0 = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^merge(%a : i32)
    ^then:
      %x = spv.IAdd %a, %a : i32
      spv.Branch ^merge(%x : i32)
    ^merge(%y: i32):
      spv.mlir.merge %y : i32
    }
    %1:2 = spv.mlir.loop -> (i32, i32) {
      spv.Branch ^header(%c0, %c0, %a : i32, i32, i32)
    ^header(%i: i32, %n: i32, %k: i32):
      %go = spv.ULessThan %i, %a : i32
      spv.BranchConditional %go, ^body, ^merge(%n, %k : i32, i32)
    ^body:
      %j = spv.IAdd %i, %c1 : i32
      %m = spv.IAdd %n, %c1 : i32
      %l = spv.IMul %k, %i : i32
      spv.Branch ^header(%j, %m, %l : i32, i32, i32)
    ^merge(%p: i32, %q: i32):
      spv.mlir.merge %p, %q : i32, i32
    }
    spv.Store "Output" %o, %1#1 : i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<i32, Output>
// CHECK-NEXT:     spv.func @f(%c: i1, %a: i32) "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %0 = spv.mlir.loop -> i32 {
// CHECK-NEXT:         spv.Branch ^header(%c0, %a : i32, i32)
// CHECK-NEXT:       ^header(%i: i32, %k: i32):  // 2 preds: ^bb0, ^body
// CHECK-NEXT:         %go = spv.ULessThan %i, %a : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^body, ^merge(%k : i32)
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:         %l = spv.IMul %k, %i : i32
// CHECK-NEXT:         spv.Branch ^header(%j, %l : i32, i32)
// CHECK-NEXT:       ^merge(%q: i32):  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge %q : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Store "Output" %o, %0 : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
