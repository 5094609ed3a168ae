// RUN: spv-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: spv-opt %s --cse | FileCheck %s --check-prefix=CSE
// RUN: spv-opt %s --dse | FileCheck %s --check-prefix=DSE
// RUN: spv-opt %s --store-forward | FileCheck %s --check-prefix=FORWARD
// RUN: spv-opt %s --mem2reg --dce | FileCheck %s --check-prefix=VALUES
// RUN: spv-opt %s --sink | FileCheck %s --check-prefix=SINK
// RUN: spv-opt %s --simplify-cfg | FileCheck %s --check-prefix=CFG
// RUN: spv-opt %s --pass-pipeline='loop-unroll{max-ops=8}' | FileCheck %s --check-prefix=UNROLL
// RUN: spv-opt %s --pass-pipeline='int-range-optimizations' | FileCheck %s --check-prefix=RANGES

// Debug information has no effect, and its operands are no uses.
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
  spv.GlobalVariable @global : !spv.ptr<i32, Private>

  // Debug information in the arms does not keep a selection from becoming a select.
  // FOLD: spv.func @chosen_store
  // FOLD-NEXT: %[[CHOSEN:.*]] = spv.Select %c, %x, %y
  // FOLD-NEXT: spv.Store "Function" %p, %[[CHOSEN]]
  // FOLD-NEXT: spv.Return
  spv.func @chosen_store(%c: i1, %x: i32, %y: i32, %p: !spv.ptr<i32, Function>) "None" {
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.DebugInfo.DebugValue @local, %x, @expression : i32
      spv.Store "Function" %p, %x : i32
      spv.Branch ^merge
    ^else:
      spv.Store "Function" %p, %y : i32
      spv.DebugInfo.DebugValue @local, %y, @expression : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }

  // The inner sum has one use. The negation has none, so that the inner product has one use, too.
  // FOLD: spv.func @one_use
  // FOLD: %[[SUM:.*]] = spv.IAdd %x, %{{.*}} : i32
  // FOLD-NEXT: %[[PRODUCT:.*]] = spv.IMul %[[SUM]], %{{.*}} : i32
  // FOLD-NEXT: spv.ReturnValue %[[PRODUCT]] : i32
  spv.func @one_use(%x: i32) -> i32 "None" {
    %c3 = spv.Constant 3 : i32
    %c5 = spv.Constant 5 : i32
    %a = spv.IAdd %x, %c3 : i32
    spv.DebugInfo.DebugValue @local, %a, @expression : i32
    %b = spv.IAdd %a, %c5 : i32
    %c = spv.IMul %b, %c3 : i32
    %unused = spv.SNegate %c : i32
    spv.DebugInfo.DebugValue @local, %unused, @expression : i32
    %d = spv.IMul %c, %c5 : i32
    spv.ReturnValue %d : i32
  }

  // CSE: spv.func @effects
  // CSE: spv.Load
  // CSE-NOT: spv.Load
  // CSE: spv.ReturnValue
  // DSE: spv.func @effects
  // DSE: spv.Load
  // DSE: spv.Load
  // DSE-NOT: spv.Store "Private" %{{.*}}, %s
  // DSE: spv.Store "Private" %{{.*}}, %x
  // FORWARD: spv.func @effects
  // FORWARD: %[[A:.*]] = spv.Load
  // FORWARD-NOT: spv.Load
  // FORWARD: spv.IAdd %[[A]], %[[A]] : i32
  spv.func @effects(%x: i32) -> i32 "None" {
    %g = spv.mlir.addressof @global : !spv.ptr<i32, Private>
    %a = spv.Load "Private" %g : i32
    spv.DebugInfo.DebugValue @local, %a, @expression : i32
    %b = spv.Load "Private" %g : i32
    %s = spv.IAdd %a, %b : i32
    spv.Store "Private" %g, %s : i32
    spv.DebugInfo.DebugValue @local, %s, @expression : i32
    spv.Store "Private" %g, %x : i32
    spv.ReturnValue %s : i32
  }

  // Nothing else can reach a declared variable, so that the call does not read it.
  // DSE: spv.func @declared
  // DSE-NOT: spv.Store
  // DSE: spv.FunctionCall
  // DSE: spv.Store "Function" %v, %x : i32
  spv.func @declared(%x: i32) -> i32 "None" {
    %c3 = spv.Constant 3 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.DebugInfo.DebugDeclare @local, %v, @expression : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %c3 : i32
    %y = spv.FunctionCall @one_use(%x) : (i32) -> i32
    spv.Store "Function" %v, %x : i32
    %r = spv.Load "Function" %v : i32
    %s = spv.IAdd %r, %y : i32
    spv.ReturnValue %s : i32
  }

  // A description of a pointer keeps no variable in memory.
  // VALUES: spv.func @described
  // VALUES-NOT: spv.Variable
  // VALUES: spv.ReturnValue %x : i32
  spv.func @described(%x: i32) -> i32 "None" {
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.DebugInfo.DebugValue @local, %v, @expression : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %x : i32
    %r = spv.Load "Function" %v : i32
    spv.ReturnValue %r : i32
  }

  // The description is erased where the value is not defined.
  // SINK: spv.func @sunk
  // SINK-NOT: spv.GLSL.Sin
  // SINK: spv.mlir.selection
  // SINK-COUNT-4: spv.GLSL.Sin
  // SINK-NEXT: spv.DebugInfo.DebugValue @local, %w
  // SINK: spv.mlir.merge
  // SINK-NOT: DebugValue
  // SINK: spv.Return
  spv.func @sunk(%c: i1, %x: f32) "None" {
    %g = spv.mlir.addressof @float : !spv.ptr<f32, Private>
    %s = spv.GLSL.Sin %x : f32
    %t = spv.GLSL.Sin %s : f32
    %u = spv.GLSL.Sin %t : f32
    %w = spv.GLSL.Sin %u : f32
    spv.DebugInfo.DebugValue @local, %w, @expression : f32
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.DebugInfo.DebugValue @local, %w, @expression : f32
      spv.Store "Private" %g, %w : f32
      spv.Store "Private" %g, %x : f32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.DebugInfo.DebugValue @local, %w, @expression : f32
    spv.Return
  }
  spv.GlobalVariable @float : !spv.ptr<f32, Private>

  // CFG: spv.func @result
  // CFG: spv.mlir.selection {
  // CFG-NOT: DebugValue
  // CFG: spv.Return
  spv.func @result(%c: i1, %x: i32) "None" {
    %g = spv.mlir.addressof @global : !spv.ptr<i32, Private>
    %r = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^bb1, ^bb2(%x : i32)
    ^bb1:
      spv.Store "Private" %g, %x : i32
      %y = spv.Load "Private" %g : i32
      spv.Branch ^bb2(%y : i32)
    ^bb2(%z: i32):
      spv.mlir.merge %z : i32
    }
    spv.DebugInfo.DebugValue @local, %r, @expression : i32
    spv.Return
  }

  // Two copies have 8 operations besides debug information.
  // UNROLL: spv.func @unrolled
  // UNROLL-NOT: spv.mlir.loop
  // UNROLL: spv.ReturnValue
  spv.func @unrolled(%x: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^bb1(%c0 : i32)
    ^bb1(%i: i32):
      spv.DebugInfo.DebugValue @local, %i, @expression : i32
      %go = spv.ULessThan %i, %c2 : i32
      spv.BranchConditional %go, ^bb2, ^bb3
    ^bb2:
      %j = spv.IAdd %i, %c1 : i32
      spv.DebugInfo.DebugValue @local, %j, @expression : i32
      spv.Branch ^bb1(%j : i32)
    ^bb3:
      spv.mlir.merge %i : i32
    }
    spv.ReturnValue %r : i32
  }

  // RANGES: spv.func @bounded
  // RANGES: spv.ULessThan %low, %{{.*}} : i32
  spv.func @bounded(%x: i32) -> i1 "None" {
    %c3 = spv.Constant 3 : i32
    %c7 = spv.Constant 7 : i32
    %low = spv.BitwiseAnd %x, %c7 : i32
    %sum = spv.IAdd %low, %c3 : i32
    spv.DebugInfo.DebugValue @local, %sum, @expression : i32
    %less = spv.ULessThan %sum, %c7 : i32
    spv.ReturnValue %less : i1
  }
}
