// RUN: spv-opt %s --pass-pipeline='store-forward,dse' | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @in : !spv.ptr<vector<4xf32>, Input>
  spv.GlobalVariable @shared : !spv.ptr<i32, Workgroup>
  spv.GlobalVariable @own : !spv.ptr<i32, Private>
  spv.func @g() "None" {
    spv.Return
  }
  spv.func @f(%c: i1, %a: i32) -> i32 "None" {
    %i = spv.mlir.addressof @in : !spv.ptr<vector<4xf32>, Input>
    %s = spv.mlir.addressof @shared : !spv.ptr<i32, Workgroup>
    %p = spv.mlir.addressof @own : !spv.ptr<i32, Private>
    %x0 = spv.Load "Input" %i : vector<4xf32>
    spv.Store "Workgroup" %s, %a : i32
    spv.Store "Private" %p, %a : i32
    spv.ControlBarrier Workgroup, Workgroup, "AcquireRelease|WorkgroupMemory"
    // The barrier lets others write to the one, not to the other; the call may write to both.
    %s0 = spv.Load "Workgroup" %s : i32
    %p0 = spv.Load "Private" %p : i32
    spv.FunctionCall @g() : () -> ()
    %p1 = spv.Load "Private" %p : i32
    %x1 = spv.Load "Input" %i : vector<4xf32>
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      spv.Store "Private" %p, %s0 : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    %p2 = spv.Load "Private" %p : i32
    %x2 = spv.Load "Input" %i : vector<4xf32>
    %f0 = spv.CompositeExtract %x0[0 : i32] : vector<4xf32>
    %f1 = spv.CompositeExtract %x1[1 : i32] : vector<4xf32>
    %f2 = spv.CompositeExtract %x2[2 : i32] : vector<4xf32>
    %g0 = spv.FAdd %f0, %f1 : f32
    %g1 = spv.FAdd %g0, %f2 : f32
    %g2 = spv.Bitcast %g1 : f32 to i32
    // The first is overwritten before anything reads it.
    spv.Store "Private" %p, %g2 : i32
    spv.Store "Private" %p, %p0 : i32
    %y0 = spv.IAdd %p1, %p2 : i32
    %y1 = spv.IAdd %y0, %s0 : i32
    spv.ReturnValue %y1 : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @in : !spv.ptr<vector<4xf32>, Input>
// CHECK-NEXT:     spv.GlobalVariable @shared : !spv.ptr<i32, Workgroup>
// CHECK-NEXT:     spv.GlobalVariable @own : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.func @g() "None" {
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @f(%c: i1, %a: i32) -> i32 "None" {
// CHECK-NEXT:       %s = spv.mlir.addressof @shared : !spv.ptr<i32, Workgroup>
// CHECK-NEXT:       %p = spv.mlir.addressof @own : !spv.ptr<i32, Private>
// CHECK-NEXT:       spv.Store "Workgroup" %s, %a : i32
// CHECK-NEXT:       spv.Store "Private" %p, %a : i32
// CHECK-NEXT:       spv.ControlBarrier Workgroup, Workgroup, "AcquireRelease|WorkgroupMemory"
// CHECK-NEXT:       %s0 = spv.Load "Workgroup" %s : i32
// CHECK-NEXT:       spv.FunctionCall @g() : () -> ()
// CHECK-NEXT:       %p1 = spv.Load "Private" %p : i32
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %c, ^then, ^merge
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Store "Private" %p, %s0 : i32
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^merge:  // 2 preds: ^bb0, ^then
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       %p2 = spv.Load "Private" %p : i32
// CHECK-NEXT:       spv.Store "Private" %p, %a : i32
// CHECK-NEXT:       %y0 = spv.IAdd %p1, %p2 : i32
// CHECK-NEXT:       %y1 = spv.IAdd %y0, %s0 : i32
// CHECK-NEXT:       spv.ReturnValue %y1 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
