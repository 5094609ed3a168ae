// RUN: spv-opt %s --wrap-opkill | FileCheck %s
// RUN: spv-opt %s --wrap-opkill --wrap-opkill | FileCheck %s

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.EntryPoint "Fragment" @main
  spv.ExecutionMode @main "OriginUpperLeft"
  spv.func @main() "None" {
    %true = spv.Constant true
    spv.mlir.loop {
      spv.Branch ^bb1
    ^bb1:
      spv.BranchConditional %true, ^bb2, ^bb4
    ^bb2:
      spv.FunctionCall @body() : () -> ()
      spv.Branch ^bb3
    ^bb3:
      spv.FunctionCall @step() : () -> ()
      spv.Branch ^bb1
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }
  // What only the body of the loop calls stays.
  // CHECK-LABEL: spv.func @body
  // CHECK-NEXT: spv.Kill
  spv.func @body() "None" {
    spv.Kill
  }
  // CHECK-LABEL: spv.func @step
  // CHECK-NEXT: spv.FunctionCall @value() : () -> f32
  spv.func @step() "None" {
    %0 = spv.FunctionCall @value() : () -> f32
    spv.Return
  }
  // CHECK-LABEL: spv.func @value
  // CHECK-NEXT: %[[U:.*]] = spv.Undef
  // CHECK-NEXT: spv.FunctionCall @kill$1() : () -> ()
  // CHECK-NEXT: spv.ReturnValue %[[U]] : f32
  spv.func @value() -> f32 "None" {
    spv.Kill
  }
  spv.func @kill() "None" {
    spv.Return
  }
  // CHECK: spv.func @kill$1() "None" {
  // CHECK-NEXT: spv.Kill
}
