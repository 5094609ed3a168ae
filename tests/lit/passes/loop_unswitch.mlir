// RUN: spv-opt %s --loop-unswitch --simplify-cfg | FileCheck %s
// RUN: spv-opt %s --pass-pipeline='loop-unswitch{max-ops=4}' | FileCheck %s --check-prefix=SMALL
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Private>
  // The selection is around two loops, whose results it merges.
  // CHECK-LABEL: spv.func @invariant
  // CHECK: %[[R:.*]] = spv.mlir.selection -> i32 {
  // CHECK-NEXT: spv.BranchConditional %c, ^bb1, ^bb2
  // CHECK: spv.mlir.loop -> i32 {
  // CHECK-NOT: spv.mlir.selection
  // CHECK: spv.IAdd %{{.*}}, %n
  // CHECK-NOT: spv.mlir.selection
  // CHECK: spv.Branch ^bb3(%{{.*}} : i32)
  // CHECK: spv.mlir.loop -> i32 {
  // CHECK-NOT: spv.mlir.selection
  // CHECK: spv.IMul %{{.*}}, %n
  // CHECK-NOT: spv.mlir.selection
  // CHECK: spv.ReturnValue %[[R]]
  // SMALL-LABEL: spv.func @invariant
  // SMALL: spv.mlir.loop
  // SMALL: spv.BranchConditional %c
  // SMALL-NOT: spv.mlir.loop
  // SMALL: spv.func @convergent
  spv.func @invariant(%c: i1, %n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c0 : i32, i32)
    ^header(%i: i32, %s: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %t = spv.mlir.selection -> i32 {
        spv.BranchConditional %c, ^then, ^else
      ^then:
        %a = spv.IAdd %s, %n : i32
        spv.Branch ^join(%a : i32)
      ^else:
        %m = spv.IMul %s, %n : i32
        spv.Branch ^join(%m : i32)
      ^join(%x: i32):
        spv.mlir.merge %x : i32
      }
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j, %t : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
  // A barrier is executed by all invocations together.
  // CHECK-LABEL: spv.func @convergent
  // CHECK-NOT: spv.mlir.selection
  // CHECK: spv.mlir.loop
  // CHECK: spv.ControlBarrier
  // CHECK: spv.BranchConditional %c
  // CHECK-NOT: spv.mlir.loop
  // CHECK: spv.func @nested
  spv.func @convergent(%c: i1, %n: i32) "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      spv.ControlBarrier "Workgroup", "Workgroup", "AcquireRelease|WorkgroupMemory"
      spv.mlir.selection {
        spv.BranchConditional %c, ^then, ^join
      ^then:
        spv.Store "Private" %out, %i : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  // The branch in the inner loop leaves both loops. The one arm breaks out of the loop that holds it.
  // CHECK: spv.mlir.selection {
  // CHECK-NEXT: spv.BranchConditional %c, ^bb1, ^bb2
  // CHECK: spv.mlir.loop
  // CHECK: spv.mlir.loop
  // CHECK: spv.mlir.loop
  // CHECK-NOT: spv.BranchConditional %c
  // CHECK: spv.Return
  spv.func @nested(%c: i1, %n: i32) "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      spv.mlir.loop {
        spv.Branch ^header(%c0 : i32)
      ^header(%k: i32):
        %goes = spv.ULessThan %k, %i : i32
        spv.BranchConditional %goes, ^body, ^merge
      ^body:
        spv.mlir.selection {
          spv.BranchConditional %c, ^then, ^join
        ^then:
          spv.mlir.break
        ^join:
          spv.mlir.merge
        }
        spv.Store "Private" %out, %k : i32
        spv.Branch ^continue
      ^continue:
        %l = spv.IAdd %k, %c1 : i32
        spv.Branch ^header(%l : i32)
      ^merge:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
