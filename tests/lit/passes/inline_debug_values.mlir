// RUN: spv-opt %s --mlir-print-local-scope --pass-pipeline='inline{all},mem2reg' | FileCheck %s
// The line of an inlined call is that of DebugLine, although an OpLine before OpFunction is still in effect. The value of
// a parameter is in the scope of the inlined function, although the caller stores it.
// CHECK: spv.DebugInfo.DebugInlinedAt @[[AT:.*]] 10 : i32, @main_info
// CHECK: spv.func @main
// CHECK-NEXT: spv.DebugInfo.DebugValue @p, %a, @expression : i32 loc(fused<#spv.scope<@f_info, @[[AT]]>>["a.frag":1:1])
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {ext_inst_imports = ["NonSemantic.Shader.DebugInfo.100"]} {
  spv.String @file "a.frag"
  spv.String @int "int"
  spv.String @name "f"
  spv.DebugInfo.DebugSource @source @file
  spv.DebugInfo.DebugCompilationUnit @unit 1 : i32, 4 : i32, @source, 2 : i32
  spv.DebugInfo.DebugTypeBasic @int_type @int, 32 : i32, 4 : i32, 0 : i32
  spv.DebugInfo.DebugTypeFunction @f_type 3 : i32, none, @int_type, @int_type
  spv.DebugInfo.DebugFunction @f_info @name, @f_type, @source, 1 : i32, 1 : i32, @unit, @name, 3 : i32, 1 : i32
  spv.DebugInfo.DebugFunction @main_info @name, @f_type, @source, 9 : i32, 1 : i32, @unit, @name, 3 : i32, 9 : i32
  spv.DebugInfo.DebugExpression @expression
  spv.DebugInfo.DebugLocalVariable @p @name, @int_type, @source, 1 : i32, 1 : i32, @f_info, 4 : i32
  spv.func @f(%a: !spv.ptr<i32, Function>) -> i32 "None" {
    spv.DebugInfo.DebugDeclare @p, %a, @expression : !spv.ptr<i32, Function> loc(fused<#spv.scope<@f_info, unit>>["a.frag":1:1])
    %x = spv.Load "Function" %a : i32 loc(fused<#spv.scope<@f_info, unit>>["a.frag":2:1])
    spv.ReturnValue %x : i32
  }
  spv.func @main(%a: i32) -> i32 "None" attributes {linkage_attributes = ["main", "Export"]} {
    %param = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %param, %a : i32 loc(fused<#spv.scope<@main_info, unit>>["a.frag":9:1, fused<#spv.debug_line<@source, 10, 10, 1, 1>>[]])
    %x = spv.FunctionCall @f(%param) : (!spv.ptr<i32, Function>) -> i32 loc(fused<#spv.scope<@main_info, unit>>["a.frag":9:1, fused<#spv.debug_line<@source, 10, 10, 1, 1>>[]])
    spv.ReturnValue %x : i32
  }
}
