// RUN: spv-opt %s --simplify-cfg | FileCheck %s
// Plain blocks: declared blocks that nothing reaches stay, with as little as may be.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // The merge block of an endless loop is empty then, though it headed a loop. Of the continue construct that nothing
  // reaches stays the way back.
  spv.func @endless(%c: i1, %i: i32) "None" {
    spv.Branch ^outer(%i : i32)
  ^outer(%n: i32):
    spv.Branch ^body loop_merge(^merge, continue ^continue)
  ^body:
    spv.Return
  ^continue:
    %m = spv.IAdd %n, %i : i32
    spv.Switch %i : i32, [default: ^next, 1: ^case] selection_merge(^next)
  ^case:
    spv.BranchConditional %c, ^inner, ^next selection_merge(^inner)
  ^inner:
    spv.Branch ^next
  ^next:
    spv.Branch ^outer(%m : i32)
  ^merge:
    spv.Branch ^second loop_merge(^end, continue ^back)
  ^second:
    spv.BranchConditional %c, ^back, ^end
  ^back:
    spv.Branch ^merge
  ^end:
    spv.Return
  }
  // A continue construct must be left at its end, so that there the merge block that only its header leads to stays
  // as it is, with what it leads to.
  spv.func @continued(%c: i1, %i: i32) "None" {
    spv.Branch ^header
  ^header:
    spv.Branch ^continue loop_merge(^merge, continue ^continue)
  ^continue:
    spv.Switch %i : i32, [default: ^case] selection_merge(^back)
  ^case:
    spv.BranchConditional %c, ^then, ^else selection_merge(^join)
  ^then:
    spv.Branch ^back
  ^else:
    spv.Branch ^back
  ^join:
    spv.BranchConditional %c, ^next, ^last selection_merge(^last)
  ^next:
    spv.Branch ^last
  ^last:
    spv.Branch ^back
  ^back:
    spv.BranchConditional %c, ^header, ^merge
  ^merge:
    spv.Return
  }
}

// CHECK: spv.func @endless
// CHECK-NEXT: spv.Branch ^outer
// CHECK-NEXT: ^outer:
// CHECK-NEXT: spv.Branch ^body loop_merge(^merge, continue ^continue)
// CHECK-NEXT: ^body:
// CHECK-NEXT: spv.Return
// CHECK-NEXT: ^continue:
// CHECK-NEXT: spv.Branch ^outer
// CHECK-NEXT: ^merge:
// CHECK-NEXT: spv.Unreachable
// CHECK-NEXT: }

// CHECK: spv.func @continued
// CHECK: ^join:
// CHECK-NEXT: spv.BranchConditional %c, ^next, ^last selection_merge(^last)
// CHECK-NEXT: ^next:
// CHECK-NEXT: spv.Branch ^last
// CHECK-NEXT: ^last:
// CHECK-NEXT: spv.Branch ^back
