// RUN: spv-opt %s --loop-unroll=factor=3 | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // One of 7 iterations comes before the loop, whose iterations do the work of 3.
  // CHECK-LABEL: spv.func @seven
  // CHECK: %[[S:.*]] = spv.IMul %c1, %c7
  // CHECK: %[[I:.*]] = spv.IAdd %c0, %c1
  // CHECK: spv.mlir.loop control(DontUnroll)
  // CHECK: spv.Branch ^header(%[[I]], %[[S]] : i32, i32)
  // CHECK-COUNT-3: spv.IMul
  // CHECK-NOT: spv.IMul
  // CHECK: spv.ReturnValue
  spv.func @seven() -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c7 = spv.Constant 7 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %c1 : i32, i32)
    ^header(%i: i32, %s: i32):
      %go = spv.ULessThan %i, %c7 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %product = spv.IMul %s, %c7 : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next, %product : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
  // A test at the end: the results are the values of the last iteration.
  // CHECK-LABEL: spv.func @late
  // CHECK: spv.IMul %n, %n
  // CHECK: spv.mlir.loop control(DontUnroll)
  // CHECK-COUNT-3: spv.IMul
  // CHECK: spv.mlir.merge
  spv.func @late(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c7 = spv.Constant 7 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %n : i32, i32)
    ^header(%i: i32, %s: i32):
      spv.Branch ^body
    ^body:
      %product = spv.IMul %s, %n : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      %go = spv.ULessThan %next, %c7 : i32
      spv.BranchConditional %go, ^header(%next, %product : i32, i32), ^merge
    ^merge:
      spv.mlir.merge %product : i32
    }
    spv.ReturnValue %r : i32
  }
  // Iterations that continue early: a second loop runs the first of 7 iterations.
  // CHECK-LABEL: spv.func @continues
  // CHECK: %{{.*}}, %[[I:.*]], %[[SUM:.*]] = spv.mlir.loop control(DontUnroll)
  // CHECK: spv.INotEqual %i, %{{.*}}
  // CHECK: spv.mlir.loop control(DontUnroll)
  // CHECK: spv.Branch ^header(%[[I]], %[[SUM]] : i32, i32)
  // CHECK-COUNT-2: spv.Switch
  spv.func @continues(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c7 = spv.Constant 7 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %c0 : i32, i32)
    ^header(%i: i32, %sum: i32):
      %go = spv.ULessThan %i, %c7 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %skip = spv.IEqual %i, %n : i32
      spv.mlir.selection {
        spv.BranchConditional %skip, ^again, ^join
      ^again:
        spv.mlir.continue %sum : i32
      ^join:
        spv.mlir.merge
      }
      %more = spv.IAdd %sum, %i : i32
      spv.Branch ^continue(%more : i32)
    ^continue(%s: i32):
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j, %s : i32, i32)
    ^merge:
      spv.mlir.merge %sum : i32
    }
    spv.ReturnValue %r : i32
  }
  // Fewer iterations than the factor: no loop remains.
  // CHECK-LABEL: spv.func @few
  // CHECK-NOT: spv.mlir.loop
  // CHECK: spv.ReturnValue
  spv.func @few(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %n : i32, i32)
    ^header(%i: i32, %s: i32):
      %go = spv.ULessThan %i, %c2 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %product = spv.IMul %s, %n : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next, %product : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
}
