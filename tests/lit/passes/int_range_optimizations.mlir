// RUN: spv-opt %s --int-range-optimizations --dce | FileCheck %s

// A mask, a remainder and a comparison that the mask before decides.
// CHECK-LABEL: spv.func @mask
// CHECK: %[[X:.*]] = spv.BitwiseAnd %a, %{{.*}} : i32
// CHECK-NEXT: spv.ReturnValue %[[X]]
spv.func @mask(%a: i32) -> i32 "None" {
  %15 = spv.Constant 15 : i32
  %16 = spv.Constant 16 : i32
  %255 = spv.Constant 255 : i32
  %x = spv.BitwiseAnd %a, %15 : i32
  %y = spv.BitwiseAnd %x, %255 : i32
  %z = spv.UMod %y, %16 : i32
  spv.ReturnValue %z : i32
}

// CHECK-LABEL: spv.func @comparison
// CHECK: %[[T:.*]] = spv.Constant true
// CHECK-NEXT: spv.ReturnValue %[[T]]
spv.func @comparison(%a: i32) -> i1 "None" {
  %3 = spv.Constant 3 : i32
  %8 = spv.Constant 8 : i32
  %x = spv.ShiftRightLogical %a, %8 : i32, i32
  %c = spv.Constant 16777216 : i32
  %b = spv.ULessThan %x, %c : i32
  spv.ReturnValue %b : i1
}

// A counted loop: the counter is in [0, 9] in the body, and 10 after it.
// CHECK-LABEL: spv.func @loop
// CHECK: spv.mlir.loop
// CHECK-NOT: GLSL.UMin
// CHECK-NOT: spv.SDiv
// CHECK: spv.UDiv
// CHECK: spv.ReturnValue %[[TEN:.*]] : i32
spv.func @loop(%p: !spv.ptr<i32, Function>) -> i32 "None" {
  %0 = spv.Constant 0 : i32
  %1 = spv.Constant 1 : i32
  %3 = spv.Constant 3 : i32
  %10 = spv.Constant 10 : i32
  %63 = spv.Constant 63 : i32
  %n = spv.mlir.loop -> i32 {
    spv.Branch ^bb1(%0 : i32)
  ^bb1(%i: i32):
    %c = spv.SLessThan %i, %10 : i32
    spv.BranchConditional %c, ^bb2, ^bb4(%i : i32)
  ^bb2:
    %m = spv.GLSL.UMin %i, %63 : i32
    %d = spv.SDiv %m, %3 : i32
    spv.Store "Function" %p, %d : i32
    spv.Branch ^bb3
  ^bb3:
    %next = spv.IAdd %i, %1 : i32
    spv.Branch ^bb1(%next : i32)
  ^bb4(%last: i32):
    spv.mlir.merge %last : i32
  }
  %same = spv.IEqual %n, %10 : i32
  %r = spv.Select %same, %n, %0 : i1, i32
  spv.ReturnValue %r : i32
}

// What a branch tells holds where it dominates, and nowhere else.
// CHECK-LABEL: spv.func @branch
// CHECK: spv.mlir.selection
// CHECK: ^bb1:
// CHECK-NEXT: spv.Store "Function" %p, %a : i32
// CHECK: spv.UMod
spv.func @branch(%p: !spv.ptr<i32, Function>, %a: i32) "None" {
  %100 = spv.Constant 100 : i32
  %c = spv.ULessThan %a, %100 : i32
  spv.mlir.selection {
    spv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    %m = spv.UMod %a, %100 : i32
    spv.Store "Function" %p, %m : i32
    spv.Branch ^bb2
  ^bb2:
    spv.mlir.merge
  }
  %n = spv.UMod %a, %100 : i32
  spv.Store "Function" %p, %n : i32
  spv.Return
}

// Both conditions hold.
// CHECK-LABEL: spv.func @conjunction
// CHECK: ^bb1:
// CHECK-NEXT: spv.Store "Function" %p, %{{.*}} : i32
// CHECK-NOT: SClamp
spv.func @conjunction(%p: !spv.ptr<i32, Function>, %a: i32) "None" {
  %0 = spv.Constant 0 : i32
  %100 = spv.Constant 100 : i32
  %c = spv.SLessThan %a, %100 : i32
  %d = spv.SGreaterThanEqual %a, %0 : i32
  %both = spv.LogicalAnd %c, %d : i1
  spv.mlir.selection {
    spv.BranchConditional %both, ^bb1, ^bb2
  ^bb1:
    %m = spv.GLSL.SClamp %a, %0, %100 : i32
    spv.Store "Function" %p, %m : i32
    spv.Branch ^bb2
  ^bb2:
    spv.mlir.merge
  }
  spv.Return
}

// An equality makes the operand a constant.
// CHECK-LABEL: spv.func @equal
// CHECK: spv.Store "Function" %p, %[[FIVE:.*]] : i32
// CHECK: spv.Store "Function" %p, %a : i32
spv.func @equal(%p: !spv.ptr<i32, Function>, %a: i32) "None" {
  %five = spv.Constant 5 : i32
  %c = spv.IEqual %a, %five : i32
  spv.mlir.selection {
    spv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    spv.Store "Function" %p, %a : i32
    spv.Branch ^bb2
  ^bb2:
    spv.mlir.merge
  }
  spv.Store "Function" %p, %a : i32
  spv.Return
}
