// RUN: spv-opt %s --pass-pipeline='loop-unroll{factor=4}' | FileCheck %s
// RUN: spv-opt %s --pass-pipeline='loop-unroll{factor=16}' | FileCheck %s --check-prefix=FULL
// RUN: spv-opt %s --pass-pipeline='loop-unroll{factor=4 max-ops=20}' | FileCheck %s --check-prefix=LARGE

// The factor does not divide the trip count: the first iterations are copied before the loop.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK: spv.func @early
  // CHECK: %[[A:.*]] = spv.IMul %n, %n : i32
  // CHECK: %[[I:.*]] = spv.IAdd %c0, %c1 : i32
  // CHECK: %[[B:.*]] = spv.IMul %[[A]], %n : i32
  // CHECK: %[[J:.*]] = spv.IAdd %[[I]], %c1 : i32
  // CHECK: spv.mlir.loop control(DontUnroll) -> i32
  // CHECK-NEXT: spv.Branch ^header(%[[J]], %[[B]] : i32, i32)
  // CHECK-COUNT-4: spv.IMul
  // CHECK-NOT: spv.IMul
  // CHECK: spv.ReturnValue
  // FULL: spv.func @early
  // FULL-NOT: spv.mlir.loop
  // FULL: spv.ReturnValue
  // LARGE: spv.func @early
  // LARGE: spv.mlir.loop control(Unroll)
  // LARGE: spv.ReturnValue
  spv.func @early(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c10 = spv.Constant 10 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %n : i32, i32)
    ^header(%i: i32, %acc: i32):
      %go = spv.ULessThan %i, %c10 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %more = spv.IMul %acc, %n : i32
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j, %more : i32, i32)
    ^merge:
      spv.mlir.merge %acc : i32
    }
    spv.ReturnValue %r : i32
  }

  // The test is at the end of an iteration.
  // CHECK: spv.func @late
  // CHECK: %[[A:.*]] = spv.IMul %n, %n : i32
  // CHECK: spv.mlir.loop control(DontUnroll) -> i32
  // CHECK-COUNT-4: spv.IMul
  // CHECK-NOT: spv.IMul
  // CHECK: spv.ReturnValue
  spv.func @late(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c9 = spv.Constant 9 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %n : i32, i32)
    ^header(%i: i32, %acc: i32):
      spv.Branch ^body
    ^body:
      %more = spv.IMul %acc, %n : i32
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      %go = spv.ULessThan %j, %c9 : i32
      spv.BranchConditional %go, ^header(%j, %more : i32, i32), ^merge
    ^merge:
      spv.mlir.merge %more : i32
    }
    spv.ReturnValue %r : i32
  }

  // The loop would execute once after the first iteration.
  // CHECK: spv.func @once
  // CHECK-NOT: spv.mlir.loop
  // CHECK-COUNT-5: spv.IMul
  // CHECK-NOT: spv.IMul
  // CHECK: spv.ReturnValue
  spv.func @once(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c5 = spv.Constant 5 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %n : i32, i32)
    ^header(%i: i32, %acc: i32):
      spv.Branch ^body
    ^body:
      %more = spv.IMul %acc, %n : i32
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      %go = spv.ULessThan %j, %c5 : i32
      spv.BranchConditional %go, ^header(%j, %more : i32, i32), ^merge
    ^merge:
      spv.mlir.merge %more : i32
    }
    spv.ReturnValue %r : i32
  }
}
