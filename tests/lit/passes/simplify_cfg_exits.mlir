// RUN: spv-opt %s --simplify-cfg | FileCheck %s
// An exit that stands for an edge is joined with the block that the edge leaves: from then on it stands in that
// block, as a case of a switch must not be an edge to the merge block of a loop around.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @cases(%c: i1, %a: i32) "None" {
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %c, ^body, ^merge
    ^body:
      spv.mlir.selection {
        spv.Switch %a : i32, [default: ^join, 1: ^first, 2: ^second]
      ^first:
        spv.Branch ^leave
      ^leave:
        spv.mlir.break trampoline
      ^second:
        spv.Branch ^again
      ^again:
        spv.mlir.continue trampoline
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
// CHECK:            ^first:  // pred: ^bb0
// CHECK-NEXT:         spv.mlir.break{{$}}
// CHECK-NEXT:       ^second:  // pred: ^bb0
// CHECK-NEXT:         spv.mlir.continue{{$}}
// CHECK-NEXT:       ^join:  // pred: ^bb0
