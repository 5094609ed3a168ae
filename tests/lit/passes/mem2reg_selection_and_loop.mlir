// RUN: spv-opt %s --mem2reg | FileCheck %s
// A variable that is stored in one arm, and one that a loop counts in, with an exit from a selection.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @selection(%c: i1, %a: i32) -> i32 "None" {
    %v = spv.Variable : !spv.ptr<i32, Function>
    %c7 = spv.Constant 7 : i32
    spv.Store "Function" %v, %c7 : i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      spv.Store "Function" %v, %a : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    %x = spv.Load "Function" %v : i32
    spv.ReturnValue %x : i32
  }
  spv.func @loop(%n: i32, %stop: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %i = spv.Variable init(%c0) : !spv.ptr<i32, Function>
    %sum = spv.Variable init(%c0) : !spv.ptr<i32, Function>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      %x = spv.Load "Function" %i : i32
      %go = spv.ULessThan %x, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %is = spv.IEqual %x, %stop : i32
      spv.mlir.selection {
        spv.BranchConditional %is, ^leave, ^join
      ^leave:
        %s0 = spv.Load "Function" %sum : i32
        %s1 = spv.IAdd %s0, %stop : i32
        spv.Store "Function" %sum, %s1 : i32
        spv.mlir.break
      ^join:
        spv.mlir.merge
      }
      %s2 = spv.Load "Function" %sum : i32
      %s3 = spv.IAdd %s2, %x : i32
      spv.Store "Function" %sum, %s3 : i32
      spv.Branch ^continue
    ^continue:
      %y = spv.IAdd %x, %c1 : i32
      spv.Store "Function" %i, %y : i32
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    %r = spv.Load "Function" %sum : i32
    spv.ReturnValue %r : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @selection(%c: i1, %a: i32) -> i32 "None" {
// CHECK-NEXT:       %c7 = spv.Constant 7 : i32
// CHECK-NEXT:       %0 = spv.mlir.selection -> i32 {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^merge(%c7 : i32)
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Branch ^merge(%a : i32)
// CHECK-NEXT:       ^merge(%1: i32):  // 2 preds: ^bb0, ^then
// CHECK-NEXT:         spv.mlir.merge %1 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @loop(%n: i32, %stop: i32) -> i32 "None" {
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %0 = spv.mlir.loop -> i32 {
// CHECK-NEXT:         spv.Branch ^header(%c0, %c0 : i32, i32)
// CHECK-NEXT:       ^header(%1: i32, %2: i32):  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         %go = spv.ULessThan %1, %n : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^body, ^merge(%2 : i32)
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         %is = spv.IEqual %1, %stop : i32
// CHECK-NEXT:         %3 = spv.mlir.selection -> i32 {
// CHECK-NEXT:           spv.BranchConditional %is, ^leave, ^join(%2 : i32)
// CHECK-NEXT:         ^leave:  // pred: ^bb0
// CHECK-NEXT:           %s1 = spv.IAdd %2, %stop : i32
// CHECK-NEXT:           spv.mlir.break %s1 : i32
// CHECK-NEXT:         ^join(%5: i32):  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge %5 : i32
// CHECK-NEXT:         }
// CHECK-NEXT:         %s3 = spv.IAdd %3, %1 : i32
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^body
// CHECK-NEXT:         %y = spv.IAdd %1, %c1 : i32
// CHECK-NEXT:         spv.Branch ^header(%y, %s3 : i32, i32)
// CHECK-NEXT:       ^merge(%4: i32):  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge %4 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
