// RUN: spv-opt %s --inline=max-size=2 | FileCheck %s
// A function that is called once is copied only where it disappears then: not if it is exported, an entry point, or named
// by something else than a call.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @exported(%a: i32) -> i32 "None" attributes {linkage_attributes = ["exported", "Export"]} {
    %0 = spv.IAdd %a, %a : i32
    %1 = spv.IMul %0, %a : i32
    spv.ReturnValue %1 : i32
  }
  spv.func @entry() "None" {
    %c1 = spv.Constant 1 : i32
    %p = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %p, %c1 : i32
    spv.Store "Function" %p, %c1 : i32
    spv.Return
  }
  spv.func @own(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32
    %1 = spv.IMul %0, %a : i32
    spv.ReturnValue %1 : i32
  }
  // CHECK-LABEL: spv.func @caller
  // CHECK:       spv.FunctionCall @exported
  // CHECK-NEXT:  spv.FunctionCall @entry
  // CHECK-NEXT:  spv.IAdd
  // CHECK-NEXT:  spv.IMul
  // CHECK-NEXT:  spv.ReturnValue
  spv.func @caller(%a: i32) -> i32 "None" attributes {linkage_attributes = ["caller", "Export"]} {
    %0 = spv.FunctionCall @exported(%a) : (i32) -> i32
    spv.FunctionCall @entry() : () -> ()
    %1 = spv.FunctionCall @own(%0) : (i32) -> i32
    spv.ReturnValue %1 : i32
  }
  spv.EntryPoint "GLCompute" @entry
  spv.ExecutionMode @entry "LocalSize", 1, 1, 1
}
