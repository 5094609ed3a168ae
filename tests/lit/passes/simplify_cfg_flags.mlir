// RUN: spv-opt %s --simplify-cfg --dce --canonicalize | FileCheck %s
// Results of selections that the condition alone decides, where the arms stay.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  // A flag is the condition, whatever the arm does besides.
  // CHECK-LABEL: spv.func @flag
  spv.func @flag(%c: i1, %a: i32) -> i1 "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %true = spv.Constant true
    %false = spv.Constant false
    // CHECK: spv.mlir.selection {
    %flag = spv.mlir.selection -> i1 {
      spv.BranchConditional %c, ^then, ^merge(%false : i1)
    ^then:
      spv.Store "Output" %o, %a : i32
      spv.Branch ^merge(%true : i1)
    ^merge(%v: i1):
      spv.mlir.merge %v : i1
    }
    // CHECK: spv.ReturnValue %c : i1
    spv.ReturnValue %flag : i1
  }
  // Arms of several blocks, one of which may end the invocation.
  // CHECK-LABEL: spv.func @blocks
  spv.func @blocks(%c: i1, %d: i1, %a: i32) -> i1 "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %true = spv.Constant true
    // CHECK: spv.mlir.selection {
    %flag = spv.mlir.selection -> i1 {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.Store "Output" %o, %a : i32
      spv.mlir.selection {
        spv.BranchConditional %d, ^end, ^join
      ^end:
        spv.Kill
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^merge(%true : i1)
    ^else:
      spv.Branch ^merge(%d : i1)
    ^merge(%v: i1):
      spv.mlir.merge %v : i1
    }
    // CHECK: %flag = spv.Select %c, %true, %d : i1, i1
    // CHECK-NEXT: spv.ReturnValue %flag : i1
    spv.ReturnValue %flag : i1
  }
  // A value that an arm computes is not there without it.
  // CHECK-LABEL: spv.func @computed
  spv.func @computed(%c: i1, %a: i32) -> i1 "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %false = spv.Constant false
    // CHECK: %flag = spv.mlir.selection -> i1 {
    %flag = spv.mlir.selection -> i1 {
      spv.BranchConditional %c, ^then, ^merge(%false : i1)
    ^then:
      spv.Store "Output" %o, %a : i32
      %x = spv.IEqual %a, %a : i32
      %y = spv.LogicalNot %c : i1
      spv.Branch ^merge(%y : i1)
    ^merge(%v: i1):
      spv.mlir.merge %v : i1
    }
    // CHECK: spv.ReturnValue %flag : i1
    spv.ReturnValue %flag : i1
  }
  // Numbers stay: an invocation needs no instruction for one of two that it has.
  // CHECK-LABEL: spv.func @number
  spv.func @number(%c: i1, %a: i32, %b: i32) -> i32 "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    // CHECK: %n = spv.mlir.selection -> i32 {
    %n = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^merge(%b : i32)
    ^then:
      spv.Store "Output" %o, %a : i32
      spv.Branch ^merge(%a : i32)
    ^merge(%v: i32):
      spv.mlir.merge %v : i32
    }
    // CHECK: spv.ReturnValue %n : i32
    spv.ReturnValue %n : i32
  }
}
