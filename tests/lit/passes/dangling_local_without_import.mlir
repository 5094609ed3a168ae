// RUN: spv-opt %s --dce --emit=spvasm | FileCheck %s
// What refers to an erased block is erased, also where the module does not list the set.
// CHECK-NOT: OpExtInst %
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.ExtInst @gone "NonSemantic.Mine", 1, #spv.local<@f, 1>
  spv.func @f(%c: i1) "None" {
  ^bb0 {local_id = 0 : i32}:
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1 {local_id = 1 : i32}:
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }
}
