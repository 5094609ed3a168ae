// RUN: spv-opt %s --pass-pipeline='loop-unroll{all factor=2}' | FileCheck %s
// The continue construct of several blocks stays one when the loop does two iterations in one.
// CHECK: spv.mlir.loop control(DontUnroll) continue_blocks(2) -> i32 {
// CHECK: spv.mlir.switch_break
// CHECK: spv.mlir.continue
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c4 = spv.Constant 4 : i32
    %r = spv.mlir.loop control(Unroll) continue_blocks(2) -> i32 {
      spv.Branch ^header(%c0, %c0 : i32, i32)
    ^header(%i: i32, %s: i32):
      %0 = spv.ULessThan %i, %c4 : i32
      spv.BranchConditional %0, ^body, ^merge
    ^body:
      %1 = spv.IMul %i, %a : i32
      %2 = spv.IEqual %i, %a : i32
      spv.mlir.selection {
        spv.BranchConditional %2, ^then, ^join
      ^then:
        spv.mlir.continue %s : i32
      ^join:
        spv.mlir.merge
      }
      %3 = spv.IAdd %s, %i : i32
      spv.Branch ^target(%3 : i32)
    ^target(%4: i32):
      %5 = spv.IAdd %4, %1 : i32
      %6 = spv.IAdd %i, %c1 : i32
      spv.Branch ^latch
    ^latch:
      spv.Branch ^header(%6, %5 : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
}
