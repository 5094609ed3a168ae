// RUN: spv-opt %s --pass-pipeline='inline{all}' | FileCheck %s
// A loop that never repeats, whose continue target returns: as a branch to the merge block that would be no continue construct.
// CHECK: spv.FunctionCall @callee
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Kernel, Linkage], []> {
  spv.func @caller(%a: i1) -> i32 "None" {
    %0 = spv.FunctionCall @callee(%a) : (i1) -> i32
    spv.ReturnValue %0 : i32
  }
  spv.func @callee(%a: i1) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %a, ^target, ^merge
    ^target:
      spv.ReturnValue %c0 : i32
    ^merge:
      spv.mlir.merge
    }
    spv.ReturnValue %c1 : i32
  }
}
