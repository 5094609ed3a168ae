// RUN: spv-opt %s --loop-fusion | FileCheck %s
// RUN: spv-opt %s --loop-fusion=max-registers=3 | FileCheck %s --check-prefix=FEW
// FEW-LABEL: spv.func @same
// FEW: spv.mlir.loop
// FEW: spv.mlir.loop
// FEW: spv.func @shifted
!array = !spv.array<10 x i32>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @a : !spv.ptr<!array, Private>
  spv.GlobalVariable @b : !spv.ptr<!array, Private>
  // Both loops have one counter; the second reads the element that the first one wrote in the same iteration.
  // CHECK-LABEL: spv.func @same
  // CHECK: spv.Store "Private" %b, %
  // CHECK: spv.mlir.loop -> i32 {
  // CHECK: ^header(%i: i32, %[[S:.*]]: i32)
  // CHECK: spv.Store "Private" %p
  // CHECK: %[[Q:.*]] = spv.AccessChain %a[%i]
  // CHECK: spv.Load "Private" %[[Q]]
  // CHECK: spv.IAdd %[[S]]
  // CHECK: spv.mlir.merge %[[S]]
  // CHECK-NOT: spv.mlir.loop
  // CHECK-LABEL: spv.func @shifted
  spv.func @same() -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c9 = spv.Constant 9 : i32
    %a = spv.mlir.addressof @a : !spv.ptr<!array, Private>
    %b = spv.mlir.addressof @b : !spv.ptr<!array, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %c9 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %p = spv.AccessChain %a[%i] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %p, %i : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    %zero = spv.Constant #spv.null : !array
    spv.Store "Private" %b, %zero : !array
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c0 : i32, i32)
    ^header(%j: i32, %s: i32):
      %go2 = spv.ULessThan %j, %c9 : i32
      spv.BranchConditional %go2, ^body, ^merge
    ^body:
      %q = spv.AccessChain %a[%j] : !spv.ptr<!array, Private>, i32
      %x = spv.Load "Private" %q : i32
      %sum = spv.IAdd %s, %x : i32
      spv.Branch ^continue
    ^continue:
      %next2 = spv.IAdd %j, %c1 : i32
      spv.Branch ^header(%next2, %sum : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
  // The second loop reads an element that a later iteration of the first loop writes.
  // CHECK: spv.mlir.loop
  // CHECK: spv.mlir.loop
  spv.func @shifted() -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c9 = spv.Constant 9 : i32
    %a = spv.mlir.addressof @a : !spv.ptr<!array, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %c9 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %p = spv.AccessChain %a[%i] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %p, %i : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c0 : i32, i32)
    ^header(%j: i32, %s: i32):
      %go2 = spv.ULessThan %j, %c9 : i32
      spv.BranchConditional %go2, ^body, ^merge
    ^body:
      %k = spv.IAdd %j, %c1 : i32
      %q = spv.AccessChain %a[%k] : !spv.ptr<!array, Private>, i32
      %x = spv.Load "Private" %q : i32
      %sum = spv.IAdd %s, %x : i32
      spv.Branch ^continue
    ^continue:
      %next2 = spv.IAdd %j, %c1 : i32
      spv.Branch ^header(%next2, %sum : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
  // Variable trip counts that are equal.
  // CHECK-LABEL: spv.func @variable
  // CHECK: spv.mlir.loop
  // CHECK: spv.Store
  // CHECK: spv.Load
  // CHECK-NOT: spv.mlir.loop
  // CHECK: spv.ReturnValue
  spv.func @variable(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %a = spv.mlir.addressof @a : !spv.ptr<!array, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %p = spv.AccessChain %a[%i] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %p, %i : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c0 : i32, i32)
    ^header(%j: i32, %s: i32):
      %go2 = spv.ULessThan %j, %n : i32
      spv.BranchConditional %go2, ^body, ^merge
    ^body:
      %q = spv.AccessChain %a[%j] : !spv.ptr<!array, Private>, i32
      %x = spv.Load "Private" %q : i32
      %sum = spv.IAdd %s, %x : i32
      spv.Branch ^continue
    ^continue:
      %next2 = spv.IAdd %j, %c1 : i32
      spv.Branch ^header(%next2, %sum : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
  // The trip counts differ if %n is not %m.
  // CHECK-LABEL: spv.func @unequal
  // CHECK: spv.mlir.loop
  // CHECK: spv.mlir.loop
  spv.func @unequal(%n: i32, %m: i32) "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %a = spv.mlir.addressof @a : !spv.ptr<!array, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%j: i32):
      %go2 = spv.ULessThan %j, %m : i32
      spv.BranchConditional %go2, ^body, ^merge
    ^body:
      %q = spv.AccessChain %a[%j] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %q, %j : i32
      spv.Branch ^continue
    ^continue:
      %next2 = spv.IAdd %j, %c1 : i32
      spv.Branch ^header(%next2 : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
