// RUN: spv-opt %s --mlir-print-local-scope --pass-pipeline='inline{all},symbol-dce' | FileCheck %s
// Where code came from: the scope of what was inlined says at which call, and at which call that was inlined in turn.
// symbol-dce erases what no scope refers to any more.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {ext_inst_imports = ["NonSemantic.Shader.DebugInfo.100"]} {
  spv.String @file "a.frag"
  spv.String @int "int"
  spv.String @name "f"
  spv.String @a_name "a"
  spv.String @p_name "p"
  spv.DebugInfo.DebugSource @source @file
  spv.DebugInfo.DebugCompilationUnit @unit 1 : i32, 4 : i32, @source, 2 : i32
  spv.DebugInfo.DebugTypeBasic @int_type @int, 32 : i32, 4 : i32, 0 : i32
  spv.DebugInfo.DebugTypeFunction @f_type 3 : i32, none, @int_type, @int_type
  spv.DebugInfo.DebugFunction @f_info @name, @f_type, @source, 1 : i32, 1 : i32, @unit, @name, 3 : i32, 1 : i32
  spv.DebugInfo.DebugFunction @g_info @a_name, @f_type, @source, 5 : i32, 1 : i32, @unit, @a_name, 3 : i32, 5 : i32
  spv.DebugInfo.DebugFunction @main_info @p_name, @f_type, @source, 9 : i32, 1 : i32, @unit, @p_name, 3 : i32, 9 : i32
  spv.func @f(%a: i32) -> i32 "None" {
    %x = spv.IMul %a, %a : i32 loc(fused<#spv.scope<@f_info, unit>>["a.frag":2:3])
    %y = spv.Not %x : i32
    spv.ReturnValue %y : i32
  }
  spv.func @g(%a: i32) -> i32 "None" {
    %x = spv.FunctionCall @f(%a) : (i32) -> i32 loc(fused<#spv.scope<@g_info, unit>>["a.frag":6:3])
    %y = spv.IAdd %x, %a : i32 loc(fused<#spv.scope<@g_info, unit>>["a.frag":7:3])
    spv.ReturnValue %y : i32
  }
  spv.func @main(%a: i32) -> i32 "None" attributes {linkage_attributes = ["main", "Export"]} {
    %x = spv.FunctionCall @g(%a) : (i32) -> i32 loc(fused<#spv.scope<@main_info, unit>>["a.frag":10:3])
    %y = spv.FunctionCall @f(%x) : (i32) -> i32 loc(fused<#spv.scope<@main_info, unit>>["a.frag":11:3])
    %z = spv.FunctionCall @f(%y) : (i32) -> i32
    spv.ReturnValue %z : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {ext_inst_imports = ["NonSemantic.Shader.DebugInfo.100"]} {
// CHECK-NEXT:     spv.String @file "a.frag"
// CHECK-NEXT:     spv.String @int "int"
// CHECK-NEXT:     spv.String @name "f"
// CHECK-NEXT:     spv.String @a_name "a"
// CHECK-NEXT:     spv.String @p_name "p"
// CHECK-NEXT:     spv.DebugInfo.DebugSource @source @file
// CHECK-NEXT:     spv.DebugInfo.DebugCompilationUnit @unit 1 : i32, 4 : i32, @source, 2 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugTypeBasic @int_type @int, 32 : i32, 4 : i32, 0 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugTypeFunction @f_type 3 : i32, none, @int_type, @int_type
// CHECK-NEXT:     spv.DebugInfo.DebugFunction @f_info @name, @f_type, @source, 1 : i32, 1 : i32, @unit, @name, 3 : i32, 1 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugFunction @g_info @a_name, @f_type, @source, 5 : i32, 1 : i32, @unit, @a_name, 3 : i32, 5 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugFunction @main_info @p_name, @f_type, @source, 9 : i32, 1 : i32, @unit, @p_name, 3 : i32, 9 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugInlinedAt @_$1 10 : i32, @main_info
// CHECK-NEXT:     spv.DebugInfo.DebugInlinedAt @_$2 6 : i32, @g_info, @_$1
// CHECK-NEXT:     spv.DebugInfo.DebugInlinedAt @_$3 11 : i32, @main_info
// CHECK-NEXT:     spv.func @main(%a: i32) -> i32 "None" attributes {linkage_attributes = ["main", "Export"]} {
// CHECK-NEXT:       %x = spv.IMul %a, %a : i32 loc(fused<#spv.scope<@f_info, @_$2>>["a.frag":2:3])
// CHECK-NEXT:       %y = spv.Not %x : i32
// CHECK-NEXT:       %y$0 = spv.IAdd %y, %a : i32 loc(fused<#spv.scope<@g_info, @_$1>>["a.frag":7:3])
// CHECK-NEXT:       %x$0 = spv.IMul %y$0, %y$0 : i32 loc(fused<#spv.scope<@f_info, @_$3>>["a.frag":2:3])
// CHECK-NEXT:       %y$1 = spv.Not %x$0 : i32
// CHECK-NEXT:       %x$1 = spv.IMul %y$1, %y$1 : i32 loc(fused<#spv.scope<@f_info, unit>>["a.frag":2:3])
// CHECK-NEXT:       %y$2 = spv.Not %x$1 : i32
// CHECK-NEXT:       spv.ReturnValue %y$2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
