// RUN: spv-opt %s --private-to-local | FileCheck %s
// The attribute of the module names @kept: it stays where it is.
module {
  // CHECK: member_decorations = {{\[}}[@kept, 1 : i32, {non_writable}]]
  spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> attributes {member_decorations = [[@kept, 1 : i32, {non_writable}]]} {
    spv.EntryPoint "GLCompute" @main
    spv.ExecutionMode @main "LocalSize", 1, 1, 1
    // CHECK: spv.GlobalVariable @kept
    spv.GlobalVariable @kept : !spv.ptr<f32, Private>
    // CHECK-NOT: spv.GlobalVariable
    spv.GlobalVariable @moved : !spv.ptr<f32, Private>
    // CHECK: spv.func @main
    spv.func @main() "None" {
      %kept = spv.mlir.addressof @kept : !spv.ptr<f32, Private>
      %moved = spv.mlir.addressof @moved : !spv.ptr<f32, Private>
      %v = spv.Load "Private" %kept : f32
      spv.Store "Private" %moved, %v : f32
      spv.Return
    }
  }
}
