// RUN: spv-opt %s --mem2reg | FileCheck %s
// CFG form: block arguments at the dominance frontier.
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage], []> {
  spv.func @f(%c: i1, %d: i1, %a: i32) -> i32 "None" {
    %c7 = spv.Constant 7 : i32
    %v = spv.Variable init(%c7) : !spv.ptr<i32, Function>
    spv.Branch ^head
  ^head:
    spv.BranchConditional %c, ^left, ^right
  ^left:
    %x = spv.Load "Function" %v : i32
    %y = spv.IAdd %x, %a : i32
    spv.Store "Function" %v, %y : i32
    spv.BranchConditional %d, ^head, ^right
  ^right:
    %z = spv.Load "Function" %v : i32
    spv.ReturnValue %z : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%c: i1, %d: i1, %a: i32) -> i32 "None" {
// CHECK-NEXT:       %c7 = spv.Constant 7 : i32
// CHECK-NEXT:       spv.Branch ^head(%c7 : i32)
// CHECK-NEXT:     ^head(%0: i32):  // 2 preds: ^bb0, ^left
// CHECK-NEXT:       spv.BranchConditional %c, ^left, ^right(%0 : i32)
// CHECK-NEXT:     ^left:  // pred: ^head
// CHECK-NEXT:       %y = spv.IAdd %0, %a : i32
// CHECK-NEXT:       spv.BranchConditional %d, ^head(%y : i32), ^right(%y : i32)
// CHECK-NEXT:     ^right(%1: i32):  // 2 preds: ^head, ^left
// CHECK-NEXT:       spv.ReturnValue %1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
