// RUN: spv-opt %s --mlir-compat=19 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 | mlir-opt-19 | FileCheck %s

// Constructs have no results in LLVM 19: values leave them by variables.

// CHECK: @choose
// CHECK: %[[VAR:.*]] = spirv.Variable : !spirv.ptr<f32, Function>
// CHECK: spirv.mlir.selection {
// CHECK: spirv.BranchConditional %{{.*}}, ^[[THEN:.*]], ^[[MERGE:.*]]
// CHECK: ^[[THEN]]:
// CHECK: spirv.Store "Function" %[[VAR]], %arg2 : f32
// CHECK-NEXT: spirv.Branch ^[[MERGE]]
// CHECK: ^[[MERGE]]:
// CHECK-NEXT: spirv.mlir.merge
// CHECK: %[[VALUE:.*]] = spirv.Load "Function" %[[VAR]] : f32
// CHECK: spirv.ReturnValue %[[VALUE]] : f32
spirv.module Logical GLSL450 {
  spirv.func @choose(%c: i1, %a: f32, %b: f32) -> f32 "None" {
    %0 = spirv.mlir.selection -> f32 {
      spirv.BranchConditional %c, ^then, ^merge(%a : f32)
    ^then:
      spirv.Branch ^merge(%b : f32)
    ^merge(%x: f32):
      spirv.mlir.merge %x : f32
    }
    spirv.ReturnValue %0 : f32
  }
}
