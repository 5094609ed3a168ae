// RUN: spv-opt %s --canonicalize | FileCheck %s
// RUN: spv-opt %s --simplify-cfg | FileCheck --check-prefix=CFG %s
// RUN: spv-opt %s --pass-pipeline='mem2reg,canonicalize,store-forward,cse,simplify-cfg'
// What follows a construct that is never left is not executed, but regions count it for dominance: the value of the
// other arm may not stand for the argument of the merge block.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  // CHECK:       %[[R:.*]] = spv.mlir.selection -> i32 {
  // CHECK:         spv.Unreachable
  // CHECK:         %[[V:.*]] = spv.IAdd
  // CHECK-NEXT:    spv.Branch ^[[M:.*]](%[[V]] : i32)
  // CHECK-NEXT:  ^[[M]](%[[X:.*]]: i32):
  // CHECK-NEXT:    spv.mlir.merge %[[X]] : i32
  // CHECK:       spv.ReturnValue %[[R]] : i32
  // CFG-LABEL: spv.func @f
  // CFG:         spv.ReturnValue
  spv.func @f(%a: i32, %c: i1) -> i32 "None" {
    %u = spv.Undef : i32
    %true = spv.Constant true
    %r = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.mlir.selection {
        spv.BranchConditional %c, ^never, ^never
      ^never:
        spv.Unreachable
      ^merge:
        spv.mlir.merge
      }
      spv.Branch ^merge(%u : i32)
    ^else:
      %1 = spv.IAdd %a, %a : i32
      spv.Branch ^merge(%1 : i32)
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    spv.ReturnValue %r : i32
  }
}
