// RUN: spv-opt %s --loop-unroll | FileCheck %s
// A condition that compares nothing.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f() "None" {
    %true = spv.Constant true
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %true, ^body, ^merge
    ^body:
      spv.Branch ^continue
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f() "None" {
// CHECK-NEXT:       %true = spv.Constant true
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.BranchConditional %true, ^body, ^merge
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^body
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^merge:  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
