// RUN: spv-opt %s --sccp | FileCheck %s
// The argument of the header is 1 in every turn, as the arm that changes it is never taken.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %0 = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c1 : i32, i32)
    ^header(%i: i32, %x: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge(%x : i32)
    ^body:
      %odd = spv.INotEqual %x, %c1 : i32
      %1 = spv.mlir.selection -> i32 {
        spv.BranchConditional %odd, ^then, ^join(%x : i32)
      ^then:
        spv.Branch ^join(%c2 : i32)
      ^join(%y: i32):
        spv.mlir.merge %y : i32
      }
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j, %1 : i32, i32)
    ^merge(%z: i32):
      spv.mlir.merge %z : i32
    }
    spv.ReturnValue %0 : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%n: i32) -> i32 "None" {
// CHECK-NEXT:       %false = spv.Constant false
// CHECK-NEXT:       %cst1_i32 = spv.Constant 1 : i32
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %c2 = spv.Constant 2 : i32
// CHECK-NEXT:       %0 = spv.mlir.loop -> i32 {
// CHECK-NEXT:         spv.Branch ^header(%c0, %c1 : i32, i32)
// CHECK-NEXT:       ^header(%i: i32, %x: i32):  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         %go = spv.ULessThan %i, %n : i32
// CHECK-NEXT:         spv.BranchConditional %go, ^body, ^merge(%cst1_i32 : i32)
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         %odd = spv.INotEqual %cst1_i32, %c1 : i32
// CHECK-NEXT:         %1 = spv.mlir.selection -> i32 {
// CHECK-NEXT:           spv.BranchConditional %false, ^then, ^join(%cst1_i32 : i32)
// CHECK-NEXT:         ^then:  // pred: ^bb0
// CHECK-NEXT:           spv.Branch ^join(%c2 : i32)
// CHECK-NEXT:         ^join(%y: i32):  // 2 preds: ^bb0, ^then
// CHECK-NEXT:           spv.mlir.merge %cst1_i32 : i32
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^body
// CHECK-NEXT:         %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:         spv.Branch ^header(%j, %cst1_i32 : i32, i32)
// CHECK-NEXT:       ^merge(%z: i32):  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge %cst1_i32 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %cst1_i32 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
