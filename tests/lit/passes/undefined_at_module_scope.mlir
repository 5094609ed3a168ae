// RUN: spv-opt %s --mem2reg --emit=spvasm | FileCheck %s
// The undefined values that passes create are at module scope in the binary: naga refuses OpUndef in a function.
// CHECK: %[[UNDEF:.*]] = OpUndef %uint
// CHECK: OpFunction
// CHECK: OpPhi %uint %[[UNDEF]]
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%c: i1, %x: i32) -> i32 "None" {
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Store "Function" %v, %x : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    %r = spv.Load "Function" %v : i32
    spv.ReturnValue %r : i32
  }
}
