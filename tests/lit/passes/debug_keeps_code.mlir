// RUN: spv-opt %s --sroa --mem2reg --simplify-cfg | FileCheck %s
// Debug information does not change the code: a declared struct is split, with a declaration for each element, and a
// selection whose arm holds the value of a variable becomes a select.
// CHECK: spv.func @f
// CHECK-NOT: spv.Variable
// CHECK: spv.DebugInfo.DebugValue @local, %x, @expression, 1 : i32 : i32
// CHECK-NEXT: %[[SUM:.*]] = spv.IAdd %x, %x : i32
// CHECK-NEXT: %[[CHOSEN:.*]] = spv.Select %c, %[[SUM]], %x : i1, i32
// CHECK-NEXT: spv.DebugInfo.DebugValue @local, %[[CHOSEN]], @expression, 1 : i32 : i32
// CHECK-NEXT: spv.ReturnValue %[[CHOSEN]] : i32
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {ext_inst_imports = ["NonSemantic.Shader.DebugInfo.100"]} {
  spv.String @file "a.frag"
  spv.String @int "int"
  spv.String @name "f"
  spv.DebugInfo.DebugSource @source @file
  spv.DebugInfo.DebugCompilationUnit @unit 1 : i32, 4 : i32, @source, 2 : i32
  spv.DebugInfo.DebugTypeBasic @int_type @int, 32 : i32, 4 : i32, 0 : i32
  spv.DebugInfo.DebugTypeFunction @f_type 3 : i32, none, @int_type, @int_type
  spv.DebugInfo.DebugFunction @f_info @name, @f_type, @source, 1 : i32, 1 : i32, @unit, @name, 3 : i32, 1 : i32
  spv.DebugInfo.DebugExpression @expression
  spv.DebugInfo.DebugLocalVariable @local @name, @int_type, @source, 1 : i32, 1 : i32, @f_info, 4 : i32
  spv.func @f(%c: i1, %x: i32) -> i32 "None" {
    %one = spv.Constant 1 : i32
    %s = spv.Variable : !spv.ptr<!spv.struct<(i32, i32)>, Function>
    spv.DebugInfo.DebugDeclare @local, %s, @expression : !spv.ptr<!spv.struct<(i32, i32)>, Function>
    %p = spv.AccessChain %s[%one] : !spv.ptr<!spv.struct<(i32, i32)>, Function>, i32
    spv.Store "Function" %p, %x : i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      %sum = spv.IAdd %x, %x : i32
      spv.Store "Function" %p, %sum : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    %r = spv.Load "Function" %p : i32
    spv.ReturnValue %r : i32
  }
}
