// As in LLVM 14 a function may have parameters of types without a binary form, but no op may use them.
// RUN: spv-opt %s --mlir-compat=14 --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not spv-opt %s --split-input-file --emit=none 2>&1 | FileCheck %s --check-prefix=OURS
// REQUIRES: mlir-opt-14
// RUN: mlir-opt-14 %s --split-input-file --verify-diagnostics

// CHECK: spv.func @f(%arg0: index, %arg1: memref<4xf32>, %arg2: tensor<?xf32>) "None" {
// OURS: error: 'spv.func' op 'index' has no binary form
spv.module Logical GLSL450 {
  spv.func @f(%arg0: index, %arg1: memref<4xf32>, %arg2: tensor<?xf32>) "None" {
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 {
  spv.func @f(%arg0: index) -> index "None" {
    // expected-error @+1 {{'spv.ReturnValue' op operand #0 must be}}
    spv.ReturnValue %arg0 : index
  }
}

// -----

spv.module Logical GLSL450 {
  spv.func @f(%arg0: index) "None" {
    // expected-error @+1 {{'spv.Branch' op operand #0 must be}}
    spv.Branch ^bb1(%arg0 : index)
  ^bb1(%0: index):
    spv.Return
  }
}
