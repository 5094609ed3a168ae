// RUN: inline{all}
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
