// In the binary a block stands behind those that dominate it; in text it need not. An order that is right stays.
// REQUIRES: spirv-val
// RUN: spv-opt %s --emit=spirv --validate | spv-opt | FileCheck %s
// RUN: spv-opt %s | FileCheck %s --check-prefix=TEXT

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  // CHECK-LABEL: @late
  // CHECK:         spv.Branch ^second
  // CHECK-NEXT:  ^second:
  // CHECK-NEXT:    spv.Branch ^last(%arg0 : i32)
  // CHECK-NEXT:  ^last(%0: i32):
  // CHECK-NEXT:    spv.Return
  // TEXT-LABEL: @late
  // TEXT:          spv.Branch ^second
  // TEXT-NEXT:   ^last(%0: i32):
  spv.func @late(%arg0: i32) "None" {
    spv.Branch ^second
  ^last(%0: i32):
    spv.Return
  ^second:
    spv.Branch ^last(%arg0 : i32)
  }

  // CHECK-LABEL: @in_loop
  // CHECK:         spv.BranchConditional %arg0, ^first, ^merge
  // CHECK-NEXT:    ^first:
  // CHECK-NEXT:      spv.Branch ^second
  // CHECK-NEXT:    ^second:
  // CHECK-NEXT:      spv.Branch ^continue
  spv.func @in_loop(%arg0: i1) "None" {
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %arg0, ^first, ^merge
    ^second:
      spv.Branch ^continue
    ^first:
      spv.Branch ^second
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }

  // CHECK-LABEL: @right
  // CHECK:         spv.BranchConditional %arg0, ^b, ^a
  // CHECK-NEXT:    ^a:
  // CHECK-NEXT:      spv.Branch ^end
  // CHECK-NEXT:    ^b:
  // CHECK-NEXT:      spv.Branch ^end
  // CHECK-NEXT:    ^end:
  // CHECK-NEXT:      spv.mlir.merge
  spv.func @right(%arg0: i1) "None" {
    spv.BranchConditional %arg0, ^b, ^a selection_merge(^end)
  ^end:
    spv.Return
  ^a:
    spv.Branch ^end
  ^b:
    spv.Branch ^end
  }
}
