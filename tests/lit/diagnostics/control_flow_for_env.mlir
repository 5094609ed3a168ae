// RUN: not spv-opt %s --split-input-file --target-env=spv1.6 --emit=none 2>&1 | FileCheck %s
// With --target-env, the control flow of text is checked in its binary.

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.func @loop_in_selection(%c: i1) "None" attributes {linkage_attributes = ["a", "Export"]} {
    spv.mlir.selection {
      spv.BranchConditional %c, ^t, ^m
    ^t:
      // CHECK: :[[@LINE+1]]:7: error: in function '@loop_in_selection': back edge from %[[A:.*]] to %[[A]], which is not a loop header
      spv.Branch ^t
    ^m:
      spv.mlir.merge
    }
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.func @return_in_continue(%c: i1) "None" attributes {linkage_attributes = ["b", "Export"]} {
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      // CHECK: :[[@LINE+1]]:7: error: in function '@return_in_continue': the loop header %{{.*}} has 0 back edges, expected one
      spv.BranchConditional %c, ^body, ^merge
    ^body:
      spv.Branch ^continue
    ^continue:
      spv.Return
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.func @into_selection(%c: i1) "None" attributes {linkage_attributes = ["c", "Export"]} {
    spv.BranchConditional %c, ^x, ^y selection_merge(^x)
  ^x:
    // CHECK: :[[@LINE+1]]:5: error: in function '@into_selection': %{{.*}} branches into the selection of %{{.*}}, but not to its header
    spv.Branch ^y
  ^y:
    spv.Return
  }
}
