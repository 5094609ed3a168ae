// RUN: spv-opt %s --loop-unroll=factor=3 | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // One of 7 iterations comes before the loop, whose iterations do the work of 3.
  // CHECK-LABEL: spv.func @seven
  // CHECK: %[[S:.*]] = spv.IMul %c1, %c7
  // CHECK: %[[I:.*]] = spv.IAdd %c0, %c1
  // CHECK: spv.mlir.loop control(DontUnroll)
  // CHECK: spv.Branch ^header(%[[I]], %[[S]] : i32, i32)
  // CHECK-COUNT-3: spv.IMul
  // CHECK-NOT: spv.IMul
  // CHECK: spv.ReturnValue
  spv.func @seven() -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c7 = spv.Constant 7 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %c1 : i32, i32)
    ^header(%i: i32, %s: i32):
      %go = spv.ULessThan %i, %c7 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %product = spv.IMul %s, %c7 : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next, %product : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
}
