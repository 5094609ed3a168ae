// RUN: spv-opt %s --spv-lower-to-cfg | FileCheck %s
// RUN: spv-opt %s --spv-structurize
// A construct without blocks does nothing: it has no place in the form of blocks.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  // CHECK-NEXT:  spv.BranchConditional %{{.*}}, ^then, ^merge selection_merge(^merge)
  // CHECK-NEXT:  ^then:
  // CHECK-NEXT:  spv.Branch ^merge
  // CHECK-NEXT:  ^merge:
  // CHECK-NEXT:  spv.Return
  spv.func @f(%c: i1) "None" {
    spv.mlir.loop {}
    spv.mlir.selection {
      spv.mlir.selection {}
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      spv.mlir.selection {}
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  // CHECK-LABEL: spv.func @g
  // CHECK-NEXT:  spv.Return
  spv.func @g() "None" {
    spv.mlir.selection {}
    spv.Return
  }
}
