// RUN: spv-opt %s --strip-debug | FileCheck %s
// Function parameters and what the blocks of a construct take have locations, too.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @state : !spv.ptr<i32, Private>
  spv.func @count(%n: i32 loc("a.frag":1:2)) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %state = spv.mlir.addressof @state : !spv.ptr<i32, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32 loc("a.frag":3:4)):
      %go = spv.ULessThan %i, %n : i32 loc("a.frag":3:1)
      spv.BranchConditional %go, ^continue, ^merge
    ^continue:
      %next = spv.IAdd %i, %c1 : i32 loc("a.frag":4:1)
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    %x = spv.Load "Private" %state : i32 loc("a.frag":5:1)
    spv.ReturnValue %x : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @_$0 : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.func @_$1(%arg0: i32) -> i32 "None" {
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       %cst1_i32 = spv.Constant 1 : i32
// CHECK-NEXT:       %_$0_addr = spv.mlir.addressof @_$0 : !spv.ptr<i32, Private>
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^bb1(%cst0_i32 : i32)
// CHECK-NEXT:       ^bb1(%1: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:         %2 = spv.ULessThan %1, %arg0 : i32
// CHECK-NEXT:         spv.BranchConditional %2, ^bb2, ^bb3
// CHECK-NEXT:       ^bb2:  // pred: ^bb1
// CHECK-NEXT:         %3 = spv.IAdd %1, %cst1_i32 : i32
// CHECK-NEXT:         spv.Branch ^bb1(%3 : i32)
// CHECK-NEXT:       ^bb3:  // pred: ^bb1
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       %0 = spv.Load "Private" %_$0_addr : i32
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
