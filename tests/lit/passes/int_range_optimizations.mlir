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

// A sum that does not wrap: the comparison is one of the summand.
// CHECK-LABEL: spv.func @compared_sum
// CHECK-DAG: %[[C5:.*]] = spv.Constant 5 : i32
// CHECK-DAG: %[[C15:.*]] = spv.Constant 15 : i32
// CHECK: %[[X:.*]] = spv.BitwiseAnd %a, %[[C15]] : i32
// CHECK-NEXT: %[[B:.*]] = spv.ULessThan %[[X]], %[[C5]] : i32
// CHECK-NEXT: spv.ReturnValue %[[B]]
spv.func @compared_sum(%a: i32) -> i1 "None" {
  %3 = spv.Constant 3 : i32
  %8 = spv.Constant 8 : i32
  %15 = spv.Constant 15 : i32
  %x = spv.BitwiseAnd %a, %15 : i32
  %y = spv.IAdd %x, %3 : i32
  %b = spv.ULessThan %y, %8 : i32
  spv.ReturnValue %b : i1
}

// One that may wrap stays, unless its flags say that it does not.
// CHECK-LABEL: spv.func @wrapping_sum
// CHECK: spv.IAdd
// CHECK-NEXT: spv.ULessThan
// CHECK-NEXT: %[[S:.*]] = spv.SLessThan %b, %{{.*}} : i32
// CHECK-NEXT: spv.LogicalAnd %{{.*}}, %[[S]]
spv.func @wrapping_sum(%a: i32, %b: i32) -> i1 "None" {
  %3 = spv.Constant 3 : i32
  %8 = spv.Constant 8 : i32
  %y = spv.IAdd %a, %3 : i32
  %p = spv.ULessThan %y, %8 : i32
  %z = spv.IAdd %b, %3 {no_signed_wrap} : i32
  %q = spv.SLessThan %z, %8 : i32
  %r = spv.LogicalAnd %p, %q : i1
  spv.ReturnValue %r : i1
}

// What undoes an operation that does not wrap.
// CHECK-LABEL: spv.func @undone
// CHECK: %[[X:.*]] = spv.BitwiseAnd %a
// CHECK-NEXT: %[[S:.*]] = spv.IAdd %[[X]], %b : i32
// CHECK-NEXT: spv.ReturnValue %[[S]]
spv.func @undone(%a: i32, %b: i32, %n: i32) -> i32 "None" {
  %7 = spv.Constant 7 : i32
  %255 = spv.Constant 255 : i32
  %x = spv.BitwiseAnd %a, %255 : i32
  %m = spv.IMul %x, %7 : i32
  %d = spv.UDiv %m, %7 : i32
  %l = spv.ShiftLeftLogical %b, %n {no_unsigned_wrap} : i32, i32
  %r = spv.ShiftRightLogical %l, %n : i32, i32
  %s = spv.IAdd %d, %r : i32
  spv.ReturnValue %s : i32
}

// Division and remainder by a power of two of a number that is not negative.
// CHECK-LABEL: spv.func @divided
// CHECK: %[[X:.*]] = spv.BitwiseAnd %a
// CHECK-NEXT: %[[Q:.*]] = spv.ShiftRightLogical %[[X]], %{{.*}} : si32, si32
// CHECK-NEXT: %[[R:.*]] = spv.BitwiseAnd %[[X]], %{{.*}} : si32
// CHECK-NEXT: spv.SDiv %b
spv.func @divided(%a: si32, %b: si32) -> si32 "None" {
  %8 = spv.Constant 8 : si32
  %255 = spv.Constant 255 : si32
  %x = spv.BitwiseAnd %a, %255 : si32
  %q = spv.SDiv %x, %8 : si32
  %r = spv.SRem %x, %8 : si32
  %o = spv.SDiv %b, %8 : si32
  %s = spv.IAdd %q, %r : si32
  %t = spv.IAdd %s, %o : si32
  spv.ReturnValue %t : si32
}

// 64-bit operations on numbers of 32 bits.
// CHECK-LABEL: spv.func @narrowed
// CHECK: %[[X:.*]] = spv.BitwiseAnd %a, %{{.*}} : i32
// CHECK-NEXT: %[[S:.*]] = spv.IAdd %[[X]], %{{.*}} : i32
// CHECK-NEXT: %[[W:.*]] = spv.UConvert %[[S]] : i32 to i64
// CHECK-NEXT: %[[B:.*]] = spv.ULessThan %{{.*}}, %b : i32
// CHECK-NEXT: spv.Select %[[B]], %[[W]]
spv.func @narrowed(%a: i32, %b: i32) -> i64 "None" {
  %255 = spv.Constant 255 : i32
  %5 = spv.Constant 5 : i64
  %x = spv.BitwiseAnd %a, %255 : i32
  %y = spv.UConvert %x : i32 to i64
  %s = spv.IAdd %y, %5 : i64
  %z = spv.UConvert %b : i32 to i64
  %c = spv.ULessThan %5, %z : i64
  %r = spv.Select %c, %s, %5 : i1, i64
  spv.ReturnValue %r : i64
}

// What is added to an extended sum that does not wrap: one sum of 32 bits, as canonicalize joins the constants.
// CHECK-LABEL: spv.func @extended
// CHECK: %[[X:.*]] = spv.BitwiseAnd %a, %{{.*}} : i32
// CHECK-NEXT: %[[Y:.*]] = spv.IAdd %[[X]], %{{.*}} : i32
// CHECK-NEXT: %[[S:.*]] = spv.IAdd %[[Y]], %{{.*}} : i32
// CHECK-NEXT: %[[W:.*]] = spv.UConvert %[[S]] : i32 to i64
// CHECK-NEXT: spv.ReturnValue %[[W]]
spv.func @extended(%a: i32) -> i64 "None" {
  %255 = spv.Constant 255 : i32
  %4 = spv.Constant 4 : i32
  %8 = spv.Constant 8 : i64
  %x = spv.BitwiseAnd %a, %255 : i32
  %y = spv.IAdd %x, %4 : i32
  %z = spv.SConvert %y : i32 to i64
  %s = spv.IAdd %z, %8 : i64
  spv.ReturnValue %s : i64
}

// A condition and a selector are known where a branch on them dominates.
// CHECK-LABEL: spv.func @conditions
// CHECK-DAG: %[[TRUE:.*]] = spv.Constant true
// CHECK-DAG: %[[C3:.*]] = spv.Constant 3 : i32
// CHECK: spv.BranchConditional %c, ^bb1, ^bb2
// CHECK: spv.BranchConditional %[[TRUE]]
// CHECK: spv.Switch %a
// CHECK: spv.Store "Function" %p, %[[C3]] : i32
spv.func @conditions(%p: !spv.ptr<i32, Function>, %a: i32, %c: i1) "None" {
  %1 = spv.Constant 1 : i32
  spv.mlir.selection {
    spv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Store "Function" %p, %1 : i32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Branch ^bb2
  ^bb2:
    spv.mlir.merge
  }
  spv.mlir.selection {
    spv.Switch %a : i32, [default: ^bb2, 3: ^bb1]
  ^bb1:
    spv.Store "Function" %p, %a : i32
    spv.Branch ^bb2
  ^bb2:
    spv.mlir.merge
  }
  spv.Return
}

// The step of a counted loop stays, though the loop runs once: drivers unroll it by its step.
// CHECK-LABEL: spv.func @step
// CHECK: ^bb1(%[[I:.*]]: i32):
// CHECK: %[[N:.*]] = spv.IAdd %[[I]], %{{.*}} : i32
// CHECK: spv.Branch ^bb1(%[[N]] : i32)
spv.func @step(%p: !spv.ptr<i32, Function>) "None" {
  %1 = spv.Constant 1 : i32
  %2 = spv.Constant 2 : i32
  spv.mlir.loop {
    spv.Branch ^bb1(%1 : i32)
  ^bb1(%i: i32):
    %c = spv.SLessThan %i, %2 : i32
    spv.BranchConditional %c, ^bb2, ^bb4
  ^bb2:
    spv.Store "Function" %p, %i : i32
    spv.Branch ^bb3
  ^bb3:
    %n = spv.IAdd %i, %1 : i32
    spv.Branch ^bb1(%n : i32)
  ^bb4:
    spv.mlir.merge
  }
  spv.Return
}

// OpUMod takes operands of the result's type alone, the signed remainders of another signedness, too.
// CHECK-LABEL: spv.func @signedness
// CHECK: spv.SMod
// CHECK: spv.SRem
// CHECK: spv.UMod
spv.func @signedness(%a: si32, %b: i32) -> i32 "None" {
  %c7 = spv.Constant 7 : i32
  %s7 = spv.Constant 7 : si32
  %s5 = spv.Constant 5 : si32
  %x = spv.BitwiseAnd %b, %c7 : i32
  %y = spv.BitwiseAnd %a, %s7 : si32
  %0 = spv.SMod %y, %s5 : (si32, si32) -> i32
  %1 = spv.SRem %y, %x : (si32, i32) -> i32
  %2 = spv.SRem %x, %x : i32
  %3 = spv.IAdd %0, %1 : i32
  %4 = spv.IAdd %2, %3 : i32
  spv.ReturnValue %4 : i32
}
