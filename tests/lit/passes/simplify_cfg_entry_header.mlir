// RUN: spv-opt %s --simplify-cfg | FileCheck %s
// The unreachable continue target of a loop whose header is the entry block stays as it is: nothing may branch to an entry block.

// CHECK-LABEL: spv.func @f
// CHECK: loop_merge(^[[MERGE:.*]], continue ^[[CONTINUE:.*]])
// CHECK: ^[[CONTINUE]]:
// CHECK-NEXT: spv.Branch ^[[EXIT:.*]]
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.func @f(%c: i1) "None" {
    %false = spv.Constant false
    spv.BranchConditional %false, ^bb1, ^bb3 loop_merge(^bb3, continue ^bb2)
  ^bb1:
    spv.Return
  ^bb2:
    spv.Branch ^bb1
  ^bb3:
    spv.Return
  }
}
