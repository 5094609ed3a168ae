// RUN: spv-opt %s --pass-pipeline='loop-unroll,canonicalize' | FileCheck %s --check-prefix=FULL
// RUN: spv-opt %s --pass-pipeline='loop-unroll{factor=2}' | FileCheck %s --check-prefix=TWO
// Loops that are tested at the end of a turn.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // The next value of the counter is compared. What leaves the loop is that of the last turn.
  spv.func @next(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c4 = spv.Constant 4 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0, %n : i32, i32)
    ^header(%i: i32, %acc: i32):
      spv.Branch ^body
    ^body:
      %more = spv.IMul %acc, %n : i32
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      %go = spv.ULessThan %j, %c4 : i32
      spv.BranchConditional %go, ^header(%j, %more : i32, i32), ^merge
    ^merge:
      spv.mlir.merge %more : i32
    }
    spv.ReturnValue %r : i32
  }
  // One block. The counter itself is compared: one turn more.
  spv.func @single(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    %r = spv.mlir.loop control(Unroll) continue_blocks(0) -> i32 {
      spv.Branch ^header(%c0, %n : i32, i32)
    ^header(%i: i32, %acc: i32):
      %more = spv.IMul %acc, %n : i32
      %j = spv.IAdd %i, %c1 : i32
      %done = spv.UGreaterThanEqual %i, %c3 : i32
      spv.BranchConditional %done, ^merge(%more : i32), ^header(%j, %more : i32, i32)
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    spv.ReturnValue %r : i32
  }
  // A turn that goes on early, and one that is the last.
  spv.func @exits(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      spv.Branch ^body
    ^body:
      %skip = spv.IEqual %i, %n : i32
      spv.mlir.selection {
        spv.BranchConditional %skip, ^again, ^join
      ^again:
        spv.mlir.continue %c1 : i32
      ^join:
        spv.mlir.merge
      }
      %found = spv.SLessThan %i, %n : i32
      spv.mlir.selection {
        spv.BranchConditional %found, ^leave, ^join
      ^leave:
        spv.mlir.break %i : i32
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue(%n : i32)
    ^continue(%y: i32):
      %j = spv.IAdd %i, %c1 : i32
      %go = spv.ULessThan %j, %c2 : i32
      spv.BranchConditional %go, ^header(%j : i32), ^merge(%y : i32)
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    spv.ReturnValue %r : i32
  }
}

// FULL: spv.func @next(%n: i32) -> i32 "None" {
// FULL-NEXT: %[[A:.*]] = spv.IMul %n, %n : i32
// FULL-NEXT: %[[B:.*]] = spv.IMul %[[A]], %n : i32
// FULL-NEXT: %[[C:.*]] = spv.IMul %[[B]], %n : i32
// FULL-NEXT: %[[D:.*]] = spv.IMul %[[C]], %n : i32
// FULL-NEXT: spv.ReturnValue %[[D]] : i32
// FULL: spv.func @single(%n: i32) -> i32 "None" {
// FULL-NEXT: %[[A:.*]] = spv.IMul %n, %n : i32
// FULL-NEXT: %[[B:.*]] = spv.IMul %[[A]], %n : i32
// FULL-NEXT: %[[C:.*]] = spv.IMul %[[B]], %n : i32
// FULL-NEXT: %[[D:.*]] = spv.IMul %[[C]], %n : i32
// FULL-NEXT: spv.ReturnValue %[[D]] : i32
// FULL: spv.func @exits
// FULL: spv.mlir.loop -> i32
// FULL: spv.mlir.selection {
// FULL: spv.mlir.switch_break{{$}}
// FULL: spv.mlir.break %c0 : i32
// FULL: %[[SECOND:.*]] = spv.mlir.selection -> i32
// FULL: spv.mlir.switch_break %c1 : i32
// FULL: spv.mlir.break %[[ONE:.*]] : i32
// FULL: spv.Branch ^[[MERGE:.*]](%[[SECOND]] : i32)
// FULL-NOT: ULessThan

// TWO: spv.func @next
// TWO: %[[A:.*]] = spv.IMul %acc, %n : i32
// TWO: %[[J:.*]] = spv.IAdd %i, %c1 : i32
// TWO: %[[B:.*]] = spv.IMul %[[A]], %n : i32
// TWO-NEXT: %[[K:.*]] = spv.IAdd %[[J]], %c1 : i32
// TWO-NEXT: %[[GO:.*]] = spv.ULessThan %[[K]], %c4 : i32
// TWO-NEXT: spv.BranchConditional %[[GO]], ^header(%[[K]], %[[B]] : i32, i32), ^merge
// TWO-NEXT: ^merge:
// TWO-NEXT: spv.mlir.merge %[[B]] : i32
// TWO: spv.func @single
// TWO: spv.mlir.loop control(DontUnroll) continue_blocks(0) -> i32
// TWO: %[[DONE:.*]] = spv.UGreaterThanEqual %{{.*}}, %c3 : i32
// TWO: %[[LAST:.*]] = spv.UGreaterThanEqual %[[J:.*]], %c3 : i32
// TWO-NEXT: spv.BranchConditional %[[LAST]], ^merge(%[[M:.*]] : i32), ^header(%{{.*}}, %[[M]] : i32, i32)
// The loop that remains would execute once.
// TWO: spv.func @exits
// TWO: spv.mlir.loop -> i32
// TWO: spv.mlir.switch_break %c1 : i32
// TWO: spv.mlir.break %c0 : i32
// TWO: %[[J:.*]] = spv.IAdd %c0, %c1 : i32
// TWO: %[[SECOND:.*]] = spv.mlir.selection -> i32
// TWO: spv.mlir.switch_break %c1 : i32
// TWO: spv.mlir.break %[[J]] : i32
// TWO: spv.Branch ^[[MERGE:.*]](%[[SECOND]] : i32)
// TWO: ^[[MERGE]]
