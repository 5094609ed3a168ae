// RUN: spv-opt %s --private-to-local | FileCheck %s
// A debug instruction names a variable at module scope, so @named stays.
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> attributes {ext_inst_imports = ["OpenCL.DebugInfo.100"]} {
    spv.EntryPoint "GLCompute" @main
    spv.ExecutionMode @main "LocalSize", 1, 1, 1
    // CHECK: spv.GlobalVariable @named
    // CHECK-NOT: spv.GlobalVariable
    spv.GlobalVariable @named : !spv.ptr<i32, Private>
    spv.GlobalVariable @moved : !spv.ptr<i32, Private>
    // CHECK: spv.func @main
    spv.func @main() "None" {
      // CHECK: spv.OpenCLDebugInfo.DebugTypeTemplate @named
      %0 = spv.OpenCLDebugInfo.DebugTypeTemplate @named, @named, @named, @named : !spv.ptr<i32, Private>
      %named = spv.mlir.addressof @named : !spv.ptr<i32, Private>
      %moved = spv.mlir.addressof @moved : !spv.ptr<i32, Private>
      %v = spv.Load "Private" %named : i32
      spv.Store "Private" %moved, %v : i32
      spv.Return
    }
  }
}
