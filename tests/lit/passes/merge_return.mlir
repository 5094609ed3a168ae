// A return in an arm, one in a loop, and a function that stays as it is.
// RUN: spv-opt %s --merge-return | FileCheck %s
// RUN: spv-opt %s --merge-return --emit=spirv -o - | spv-opt - | FileCheck %s --check-prefix=BACK

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @arm
  // CHECK: %[[R:.*]] = spv.mlir.selection -> f32 {
  // CHECK-NOT: spv.ReturnValue
  // CHECK: spv.mlir.merge
  // CHECK: }
  // CHECK-NEXT: spv.ReturnValue %[[R]] : f32
  // BACK-LABEL: spv.func @arm
  // BACK: spv.ReturnValue
  // BACK-NOT: spv.ReturnValue
  // BACK-LABEL: spv.func @in_loop
  spv.func @arm(%a: f32, %b: f32) -> f32 "None" {
    %c = spv.FOrdLessThan %a, %b : f32
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.ReturnValue %a : f32
    ^bb2:
      spv.mlir.merge
    }
    spv.ReturnValue %b : f32
  }

  // CHECK-LABEL: spv.func @in_loop
  // CHECK: spv.Return
  // CHECK-NOT: spv.Return
  // CHECK-LABEL: spv.func @single
  spv.func @in_loop(%c: i1, %d: i1) "None" {
    spv.mlir.loop {
      spv.Branch ^bb1
    ^bb1:
      spv.BranchConditional %c, ^bb2, ^bb4
    ^bb2:
      spv.mlir.selection {
        spv.BranchConditional %d, ^bb1, ^bb2
      ^bb1:
        spv.Return
      ^bb2:
        spv.mlir.merge
      }
      spv.Branch ^bb3
    ^bb3:
      spv.Branch ^bb1
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }

  // CHECK-NEXT: spv.ReturnValue %a
  spv.func @single(%a: f32) -> f32 "None" {
    spv.ReturnValue %a : f32
  }
}
