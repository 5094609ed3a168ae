spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%arg0: i1, %arg1: i32) -> i32 "None" {
    %0 = spv.mlir.loop -> i32 {
      spv.Branch ^bb1
    ^bb1:
      spv.BranchConditional %arg0, ^bb2, ^bb4(%arg1 : i32)
    ^bb2:
      spv.mlir.selection {
        spv.BranchConditional %arg0, ^bb3, ^bb4
      ^bb3:
        spv.mlir.continue
      ^bb4:
        spv.mlir.merge
      }
      %1 = spv.IAdd %arg1, %arg1 : i32
      spv.Branch ^bb3
    ^bb3:
      %2 = spv.SLessThan %1, %arg1 : i32
      spv.BranchConditional %2, ^bb1, ^bb4(%1 : i32)
    ^bb4(%3: i32):
      spv.mlir.merge %3 : i32
    }
    spv.ReturnValue %0 : i32
  }
}
