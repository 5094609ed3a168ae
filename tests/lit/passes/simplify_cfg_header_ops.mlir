// RUN: spv-opt %s --simplify-cfg | FileCheck %s
// A selection that is dissolved takes the ops of its header along.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  // CHECK-NEXT:  %[[C:.*]] = spv.Constant true
  // CHECK-NEXT:  %[[S:.*]] = spv.IAdd
  // CHECK-NEXT:  spv.Store "Private" %{{.*}}, %[[S]] : i32
  // CHECK-NEXT:  spv.Return
  spv.func @f(%p: !spv.ptr<i32, Private>, %a: i32) "None" {
    %c = spv.Constant true
    spv.mlir.selection {
      %s = spv.IAdd %a, %a : i32
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      spv.Store "Private" %p, %s : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
