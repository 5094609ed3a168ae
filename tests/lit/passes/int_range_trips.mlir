// RUN: spv-opt %s --print-ranges | FileCheck %s
// RUN: spv-opt %s --spv-lower-to-cfg --print-ranges | FileCheck %s --check-prefix=CFG
// RUN: spv-opt %s --infer-no-wrap | FileCheck %s --check-prefix=FLAGS
// RUN: spv-opt %s --int-range-optimizations --dce | FileCheck %s --check-prefix=USED
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // Trip counts bound what each iteration changes by a constant: a counter that is compared for equality, upwards and downwards, and
  // values that are not compared.
  // CHECK-LABEL: spv.func @not_equal
  // CFG-LABEL: spv.func @not_equal
  // FLAGS-LABEL: spv.func @not_equal
  // USED-LABEL: spv.func @not_equal
  spv.func @not_equal(%p: !spv.ptr<i32, Function>) -> i32 "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %3 = spv.Constant 3 : i32
    %10 = spv.Constant 10 : i32
    %40 = spv.Constant 40 : i32
    %r:2 = spv.mlir.loop -> (i32, i32) {
      spv.Branch ^bb1(%0, %10 : i32, i32)
    ^bb1(%i: i32, %j: i32):
      // CHECK: spv.CopyObject %i : i32 {{.*}}[0, 10]
      // CHECK: spv.CopyObject %j : i32 {{.*}}[10, 40]
      // CFG: spv.CopyObject %i : i32 {{.*}}[0, 10]
      // CFG: spv.CopyObject %j : i32 {{.*}}[10, 40]
      %ri = spv.CopyObject %i : i32
      %rj = spv.CopyObject %j : i32
      spv.Store "Function" %p, %ri : i32
      spv.Store "Function" %p, %rj : i32
      %c = spv.INotEqual %i, %10 : i32
      spv.BranchConditional %c, ^bb2, ^bb4(%i, %j : i32, i32)
    ^bb2:
      // A clamp that never applies is removed.
      // USED-NOT: UMin
      %m = spv.GLSL.UMin %j, %40 : i32
      spv.Store "Function" %p, %m : i32
      spv.Branch ^bb3
    ^bb3:
      // FLAGS: spv.IAdd %i, %{{.*}} {no_signed_wrap, no_unsigned_wrap} : i32
      // FLAGS: spv.IAdd %j, %{{.*}} {no_signed_wrap, no_unsigned_wrap} : i32
      %i1 = spv.IAdd %i, %1 : i32
      %j1 = spv.IAdd %j, %3 : i32
      spv.Branch ^bb1(%i1, %j1 : i32, i32)
    ^bb4(%x: i32, %y: i32):
      spv.mlir.merge %x, %y : i32, i32
    }
    // USED: spv.ReturnValue %[[R:.*]] : i32
    %s = spv.IAdd %r#0, %r#1 : i32
    spv.ReturnValue %s : i32
  }

  // CHECK-LABEL: spv.func @downwards
  // FLAGS-LABEL: spv.func @downwards
  spv.func @downwards(%p: !spv.ptr<si32, Function>) "None" {
    %0 = spv.Constant 0 : si32
    %1 = spv.Constant 1 : si32
    %2 = spv.Constant 2 : si32
    %8 = spv.Constant 8 : si32
    spv.mlir.loop {
      spv.Branch ^bb1(%8, %0 : si32, si32)
    ^bb1(%i: si32, %j: si32):
      // CHECK: spv.CopyObject %i : si32 {{.*}}[0, 8]
      // CHECK: spv.CopyObject %j : si32 {{.*}}signed [-16, 0]
      %ri = spv.CopyObject %i : si32
      %rj = spv.CopyObject %j : si32
      spv.Store "Function" %p, %ri : si32
      spv.Store "Function" %p, %rj : si32
      %c = spv.IEqual %i, %0 : si32
      spv.BranchConditional %c, ^bb4, ^bb2
    ^bb2:
      spv.Branch ^bb3
    ^bb3:
      // FLAGS: spv.ISub %i, %{{.*}} {no_signed_wrap, no_unsigned_wrap} : si32
      // FLAGS: spv.ISub %j, %{{.*}} {no_signed_wrap} : si32
      %i1 = spv.ISub %i, %1 : si32
      %j1 = spv.ISub %j, %2 : si32
      spv.Branch ^bb1(%i1, %j1 : si32, si32)
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }

  // A bound with a range, compared at the end of an iteration.
  // CHECK-LABEL: spv.func @late
  spv.func @late(%p: !spv.ptr<i32, Function>, %a: i32) "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %5 = spv.Constant 5 : i32
    %7 = spv.Constant 7 : i32
    %n = spv.BitwiseAnd %a, %7 : i32
    spv.mlir.loop {
      spv.Branch ^bb1(%0, %0 : i32, i32)
    ^bb1(%i: i32, %j: i32):
      // CHECK: spv.CopyObject %i : i32 {{.*}}[0, 6]
      // CHECK: spv.CopyObject %j : i32 {{.*}}[0, 30]
      %ri = spv.CopyObject %i : i32
      %rj = spv.CopyObject %j : i32
      spv.Store "Function" %p, %ri : i32
      spv.Store "Function" %p, %rj : i32
      spv.Branch ^bb3
    ^bb3:
      %i1 = spv.IAdd %i, %1 : i32
      %j1 = spv.IAdd %j, %5 : i32
      %c = spv.ULessThan %i1, %n : i32
      spv.BranchConditional %c, ^bb1(%i1, %j1 : i32, i32), ^bb4
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }

  // A counter that may be beyond its bound at first wraps.
  // CHECK-LABEL: spv.func @wraps
  spv.func @wraps(%p: !spv.ptr<i32, Function>, %a: i32) "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %5 = spv.Constant 5 : i32
    %7 = spv.Constant 7 : i32
    %n = spv.BitwiseAnd %a, %7 : i32
    spv.mlir.loop {
      spv.Branch ^bb1(%5 : i32)
    ^bb1(%i: i32):
      // CHECK: spv.CopyObject %i : i32{{$}}
      %ri = spv.CopyObject %i : i32
      spv.Store "Function" %p, %ri : i32
      %c = spv.INotEqual %i, %n : i32
      spv.BranchConditional %c, ^bb2, ^bb4
    ^bb2:
      spv.Branch ^bb3
    ^bb3:
      %i1 = spv.IAdd %i, %1 : i32
      spv.Branch ^bb1(%i1 : i32)
    ^bb4:
      spv.mlir.merge
    }
    spv.Return
  }
}
