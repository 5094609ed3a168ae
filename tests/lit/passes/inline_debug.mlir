// RUN: spv-opt %s --pass-pipeline='inline{all}' | FileCheck %s
// A DebugDeclare of a parameter: passed by value it becomes a DebugValue, of a pointer into a variable it goes,
// of a variable and of the caller's own parameter it stays.
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
  spv.DebugInfo.DebugLocalVariable @a_info @a_name, @int_type, @source, 1 : i32, 1 : i32, @f_info, 4 : i32, 1 : i32
  spv.DebugInfo.DebugLocalVariable @p_info @p_name, @int_type, @source, 1 : i32, 1 : i32, @f_info, 4 : i32, 2 : i32
  spv.DebugInfo.DebugExpression @expression
  spv.func @f(%a: i32, %p: !spv.ptr<i32, Function>) -> i32 "None" {
    spv.DebugInfo.DebugDeclare @a_info, %a, @expression : i32
    spv.DebugInfo.DebugDeclare @p_info, %p, @expression : !spv.ptr<i32, Function>
    %x = spv.Load "Function" %p : i32
    %y = spv.IAdd %x, %a : i32
    spv.ReturnValue %y : i32
  }
  spv.func @variable(%n: i32) -> i32 "None" {
    %c1 = spv.Constant 1 : i32
    %v = spv.Variable init(%c1) : !spv.ptr<i32, Function>
    %r = spv.FunctionCall @f(%n, %v) : (i32, !spv.ptr<i32, Function>) -> i32
    spv.ReturnValue %r : i32
  }
  spv.func @part(%n: i32) -> i32 "None" {
    %c1 = spv.Constant 1 : i32
    %v = spv.Variable : !spv.ptr<!spv.array<2 x i32>, Function>
    %p = spv.AccessChain %v[%c1] : !spv.ptr<!spv.array<2 x i32>, Function>, i32 -> !spv.ptr<i32, Function>
    %s = spv.IMul %n, %n : i32
    %r = spv.FunctionCall @f(%s, %p) : (i32, !spv.ptr<i32, Function>) -> i32
    spv.ReturnValue %r : i32
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
// CHECK-NEXT:     spv.DebugInfo.DebugLocalVariable @a_info @a_name, @int_type, @source, 1 : i32, 1 : i32, @f_info, 4 : i32, 1 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugLocalVariable @p_info @p_name, @int_type, @source, 1 : i32, 1 : i32, @f_info, 4 : i32, 2 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugExpression @expression
// CHECK-NEXT:     spv.func @f(%a: i32, %p: !spv.ptr<i32, Function>) -> i32 "None" {
// CHECK-NEXT:       spv.DebugInfo.DebugDeclare @a_info, %a, @expression : i32
// CHECK-NEXT:       spv.DebugInfo.DebugDeclare @p_info, %p, @expression : !spv.ptr<i32, Function>
// CHECK-NEXT:       %x = spv.Load "Function" %p : i32
// CHECK-NEXT:       %y = spv.IAdd %x, %a : i32
// CHECK-NEXT:       spv.ReturnValue %y : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @variable(%n: i32) -> i32 "None" {
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %v = spv.Variable init(%c1) : !spv.ptr<i32, Function>
// CHECK-NEXT:       spv.DebugInfo.DebugDeclare @a_info, %n, @expression : i32
// CHECK-NEXT:       spv.DebugInfo.DebugDeclare @p_info, %v, @expression : !spv.ptr<i32, Function>
// CHECK-NEXT:       %x = spv.Load "Function" %v : i32
// CHECK-NEXT:       %y = spv.IAdd %x, %n : i32
// CHECK-NEXT:       spv.ReturnValue %y : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @part(%n: i32) -> i32 "None" {
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<!spv.array<2 x i32>, Function>
// CHECK-NEXT:       %p = spv.AccessChain %v[%c1] : !spv.ptr<!spv.array<2 x i32>, Function>, i32
// CHECK-NEXT:       %s = spv.IMul %n, %n : i32
// CHECK-NEXT:       spv.DebugInfo.DebugValue @a_info, %s, @expression : i32
// CHECK-NEXT:       %x = spv.Load "Function" %p : i32
// CHECK-NEXT:       %y = spv.IAdd %x, %s : i32
// CHECK-NEXT:       spv.ReturnValue %y : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
