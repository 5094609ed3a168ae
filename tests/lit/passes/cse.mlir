// RUN: spv-opt %s --cse | FileCheck %s
// Equal pure ops become one, also where the first one stands in a block that dominates; loads stay.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32, %b: i32, %c: i1, %p: !spv.ptr<i32, Function>) -> i32 "None" {
    %0 = spv.IAdd %a, %b : i32
    %1 = spv.IAdd %a, %b : i32
    // Commutative.
    %2 = spv.IAdd %b, %a : i32
    %3 = spv.ISub %b, %a : i32
    %4 = spv.Load "Function" %p : i32
    %5 = spv.Load "Function" %p : i32
    %6 = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^merge(%3 : i32)
    ^then:
      %7 = spv.IAdd %a, %b : i32
      spv.Branch ^merge(%7 : i32)
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    %8 = spv.IMul %0, %1 : i32
    %9 = spv.IMul %8, %2 : i32
    %10 = spv.IMul %9, %4 : i32
    %11 = spv.IMul %10, %5 : i32
    %12 = spv.IMul %11, %6 : i32
    spv.ReturnValue %12 : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%a: i32, %b: i32, %c: i1, %p: !spv.ptr<i32, Function>) -> i32 "None" {
// CHECK-NEXT:       %0 = spv.IAdd %a, %b : i32
// CHECK-NEXT:       %1 = spv.ISub %b, %a : i32
// CHECK-NEXT:       %2 = spv.Load "Function" %p : i32
// CHECK-NEXT:       %3 = spv.mlir.selection -> i32 {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^merge(%1 : i32)
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Branch ^merge(%0 : i32)
// CHECK-NEXT:       ^merge(%x: i32):  // 2 preds: ^bb0, ^then
// CHECK-NEXT:         spv.mlir.merge %x : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       %4 = spv.IMul %0, %0 : i32
// CHECK-NEXT:       %5 = spv.IMul %4, %0 : i32
// CHECK-NEXT:       %6 = spv.IMul %5, %2 : i32
// CHECK-NEXT:       %7 = spv.IMul %6, %2 : i32
// CHECK-NEXT:       %8 = spv.IMul %7, %3 : i32
// CHECK-NEXT:       spv.ReturnValue %8 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
