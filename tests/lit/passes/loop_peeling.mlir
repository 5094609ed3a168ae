// RUN: spv-opt %s --loop-peeling | FileCheck %s
// RUN: spv-opt %s --loop-peeling=max-peeled-ops=8 | FileCheck %s --check-prefix=SMALL
// SMALL-NOT: spv.Constant false
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Private>
  // The first iteration comes before the loop, in which the branch is constant.
  // CHECK-LABEL: spv.func @first
  // CHECK: %[[FALSE:.*]] = spv.Constant false
  // CHECK: %[[IS:.*]] = spv.IEqual %{{.*}}, %c0
  // CHECK-NEXT: spv.mlir.selection {
  // CHECK-NEXT: spv.BranchConditional %[[IS]]
  // CHECK: %[[NEXT:.*]] = spv.IAdd %c0, %c1
  // CHECK: spv.mlir.loop {
  // CHECK-NEXT: spv.Branch ^header(%[[NEXT]] : i32)
  // CHECK: spv.BranchConditional %[[FALSE]]
  spv.func @first() "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c9 = spv.Constant 9 : i32
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %c9 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %is = spv.IEqual %i, %c0 : i32
      spv.mlir.selection {
        spv.BranchConditional %is, ^then, ^join
      ^then:
        spv.Store "Private" %out, %c9 : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  // The last two iterations follow the loop, and give its results.
  // CHECK-LABEL: spv.func @last
  // CHECK: %[[C7:.*]] = spv.Constant 7 : i32
  // CHECK: %{{.*}}, %[[I:.*]], %[[L:.*]] = spv.mlir.loop -> (i32, i32, i32) {
  // CHECK: %[[GO:.*]] = spv.INotEqual %i, %[[C7]]
  // CHECK: spv.BranchConditional %true
  // CHECK: spv.mlir.merge %s, %i, %s
  // CHECK: spv.ULessThan %[[I]], %c7
  // CHECK: spv.IAdd %[[L]]
  // CHECK: spv.ULessThan
  // CHECK: %[[S:.*]] = spv.IAdd
  // CHECK: spv.ReturnValue
  spv.func @last() -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c7 = spv.Constant 7 : i32
    %c9 = spv.Constant 9 : i32
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c0 : i32, i32)
    ^header(%i: i32, %s: i32):
      %go = spv.ULessThan %i, %c9 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %is = spv.ULessThan %i, %c7 : i32
      spv.mlir.selection {
        spv.BranchConditional %is, ^then, ^join
      ^then:
        spv.Store "Private" %out, %s : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      %sum = spv.IAdd %s, %i : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next, %sum : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
  // A condition that changes twice stays.
  // CHECK-LABEL: spv.func @middle
  // CHECK-NEXT: %c0
  // CHECK: spv.mlir.loop
  // CHECK: spv.IEqual
  // CHECK-NOT: spv.IEqual
  // CHECK: spv.Return
  spv.func @middle() "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c4 = spv.Constant 4 : i32
    %c9 = spv.Constant 9 : i32
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %c9 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %is = spv.IEqual %i, %c4 : i32
      spv.mlir.selection {
        spv.BranchConditional %is, ^then, ^join
      ^then:
        spv.Store "Private" %out, %c9 : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  // Tests at the end: the first two iterations come before the loop, the last three after it.
  // CHECK-LABEL: spv.func @late
  // CHECK: spv.IMul %c1, %n
  // CHECK: spv.IMul
  // CHECK: spv.mlir.loop
  // CHECK: spv.INotEqual %next{{.*}}, %{{.*}}
  // CHECK: spv.mlir.merge
  // CHECK-COUNT-3: spv.IMul
  // CHECK-NOT: spv.IMul
  // CHECK: spv.ReturnValue
  spv.func @late(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %c7 = spv.Constant 7 : i32
    %c10 = spv.Constant 10 : i32
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c1 : i32, i32)
    ^header(%i: i32, %s: i32):
      spv.Branch ^body
    ^body:
      %product = spv.IMul %s, %n : i32
      %early = spv.ULessThan %i, %c2 : i32
      spv.mlir.selection {
        spv.BranchConditional %early, ^then, ^join
      ^then:
        spv.Store "Private" %out, %s : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      %most = spv.ULessThan %i, %c7 : i32
      spv.mlir.selection {
        spv.BranchConditional %most, ^then, ^join
      ^then:
        spv.Store "Private" %out, %product : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      %go = spv.ULessThan %next, %c10 : i32
      spv.BranchConditional %go, ^header(%next, %product : i32, i32), ^merge
    ^merge:
      spv.mlir.merge %product : i32
    }
    spv.ReturnValue %r : i32
  }
}
