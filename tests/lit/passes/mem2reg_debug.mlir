// RUN: spv-opt %s --pass-pipeline='mem2reg' | FileCheck %s
// DebugDeclare says that a variable is one of the source: DebugValue says so of each of its values, where it is
// declared, stored to, and where ways meet. A volatile variable stays. A value in a construct is not told of after it.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {ext_inst_imports = ["NonSemantic.Shader.DebugInfo.100"]} {
  spv.String @file "a.frag"
  spv.String @int "int"
  spv.String @name "f"
  spv.String @v_name "v"
  spv.DebugInfo.DebugSource @source @file
  spv.DebugInfo.DebugCompilationUnit @unit 1 : i32, 4 : i32, @source, 2 : i32
  spv.DebugInfo.DebugTypeBasic @int_type @int, 32 : i32, 4 : i32, 0 : i32
  spv.DebugInfo.DebugTypeFunction @f_type 3 : i32, none, @int_type, @int_type
  spv.DebugInfo.DebugFunction @f_info @name, @f_type, @source, 1 : i32, 1 : i32, @unit, @name, 3 : i32, 1 : i32
  spv.DebugInfo.DebugLocalVariable @v_info @v_name, @int_type, @source, 1 : i32, 1 : i32, @f_info, 4 : i32
  spv.DebugInfo.DebugExpression @expression
  spv.func @f(%a: i32, %c: i1) -> i32 "None" {
    %c1 = spv.Constant 1 : i32
    %v = spv.Variable init(%c1) : !spv.ptr<i32, Function>
    spv.DebugInfo.DebugDeclare @v_info, %v, @expression : !spv.ptr<i32, Function>
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      spv.Store "Function" %v, %a : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    %x = spv.Load "Function" %v : i32
    spv.ReturnValue %x : i32
  }
  spv.func @in_construct(%a: i32, %c: i1) "None" {
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^then
    ^then:
      %x = spv.IAdd %a, %a : i32
      spv.Store "Function" %v, %x : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.DebugInfo.DebugDeclare @v_info, %v, @expression : !spv.ptr<i32, Function>
    spv.Return
  }
  spv.func @volatile(%a: i32) -> i32 "None" {
    %v = spv.Variable {volatile} : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %a : i32
    %x = spv.Load "Function" %v : i32
    spv.ReturnValue %x : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> attributes {ext_inst_imports = ["NonSemantic.Shader.DebugInfo.100"]} {
// CHECK-NEXT:     spv.String @file "a.frag"
// CHECK-NEXT:     spv.String @int "int"
// CHECK-NEXT:     spv.String @name "f"
// CHECK-NEXT:     spv.String @v_name "v"
// CHECK-NEXT:     spv.DebugInfo.DebugSource @source @file
// CHECK-NEXT:     spv.DebugInfo.DebugCompilationUnit @unit 1 : i32, 4 : i32, @source, 2 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugTypeBasic @int_type @int, 32 : i32, 4 : i32, 0 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugTypeFunction @f_type 3 : i32, none, @int_type, @int_type
// CHECK-NEXT:     spv.DebugInfo.DebugFunction @f_info @name, @f_type, @source, 1 : i32, 1 : i32, @unit, @name, 3 : i32, 1 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugLocalVariable @v_info @v_name, @int_type, @source, 1 : i32, 1 : i32, @f_info, 4 : i32
// CHECK-NEXT:     spv.DebugInfo.DebugExpression @expression
// CHECK-NEXT:     spv.func @f(%a: i32, %c: i1) -> i32 "None" {
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       spv.DebugInfo.DebugValue @v_info, %c1, @expression : i32
// CHECK-NEXT:       %0 = spv.mlir.selection -> i32 {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^merge(%c1 : i32)
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.DebugInfo.DebugValue @v_info, %a, @expression : i32
// CHECK-NEXT:         spv.Branch ^merge(%a : i32)
// CHECK-NEXT:       ^merge(%1: i32):  // 2 preds: ^bb0, ^then
// CHECK-NEXT:         spv.mlir.merge %1 : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.DebugInfo.DebugValue @v_info, %0, @expression : i32
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @in_construct(%a: i32, %c: i1) "None" {
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^then
// CHECK-NEXT:       ^then:  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:         %x = spv.IAdd %a, %a : i32
// CHECK-NEXT:         spv.DebugInfo.DebugValue @v_info, %x, @expression : i32
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^merge:  // pred: ^then
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @volatile(%a: i32) -> i32 "None" {
// CHECK-NEXT:       %v = spv.Variable {volatile} : !spv.ptr<i32, Function>
// CHECK-NEXT:       spv.Store "Function" %v, %a : i32
// CHECK-NEXT:       %x = spv.Load "Function" %v : i32
// CHECK-NEXT:       spv.ReturnValue %x : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
