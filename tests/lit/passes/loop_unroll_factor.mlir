// RUN: spv-opt %s --pass-pipeline='loop-unroll{factor=4}' | FileCheck %s --check-prefix=LESS
// RUN: spv-opt %s --pass-pipeline='loop-unroll{factor=16}' | FileCheck %s --check-prefix=MORE

// A factor that does not divide the trip count: the loop stays if the factor is less, and goes if it is more.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // LESS: spv.mlir.loop control(Unroll)
  // MORE-NOT: spv.mlir.loop
  spv.func @early(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c10 = spv.Constant 10 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %n : i32, i32)
    ^header(%i: i32, %acc: i32):
      %go = spv.ULessThan %i, %c10 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %more = spv.IMul %acc, %n : i32
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j, %more : i32, i32)
    ^merge:
      spv.mlir.merge %acc : i32
    }
    spv.ReturnValue %r : i32
  }
}
