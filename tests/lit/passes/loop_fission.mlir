// RUN: spv-opt %s --loop-fission=min-registers=0 | FileCheck %s
// RUN: spv-opt %s --loop-fission | FileCheck %s --check-prefix=FEW
// FEW-LABEL: spv.func @apart
// FEW: spv.mlir.loop
// FEW-NOT: spv.mlir.loop
// FEW: spv.func @together
!array = !spv.array<10 x i32>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @a : !spv.ptr<!array, Private>
  spv.GlobalVariable @b : !spv.ptr<!array, Private>
  // CHECK-LABEL: spv.func @apart
  // CHECK: spv.mlir.loop {
  // CHECK: spv.Store "Private"
  // CHECK-NOT: spv.IMul
  // CHECK: %[[R:.*]] = spv.mlir.loop -> i32 {
  // CHECK-NOT: spv.Store
  // CHECK: spv.IMul
  // CHECK: spv.ReturnValue %[[R]]
  spv.func @apart() -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c9 = spv.Constant 9 : i32
    %a = spv.mlir.addressof @a : !spv.ptr<!array, Private>
    %b = spv.mlir.addressof @b : !spv.ptr<!array, Private>
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c1 : i32, i32)
    ^header(%i: i32, %s: i32):
      %go = spv.ULessThan %i, %c9 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %p = spv.AccessChain %a[%i] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %p, %i : i32
      %q = spv.AccessChain %b[%i] : !spv.ptr<!array, Private>, i32
      %x = spv.Load "Private" %q : i32
      %product = spv.IMul %s, %x : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next, %product : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
  // A later iteration reads the stored element.
  // CHECK-LABEL: spv.func @together
  // CHECK: spv.mlir.loop
  // CHECK-NOT: spv.mlir.loop
  spv.func @together() -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c9 = spv.Constant 9 : i32
    %a = spv.mlir.addressof @a : !spv.ptr<!array, Private>
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header(%c0, %c1 : i32, i32)
    ^header(%i: i32, %s: i32):
      %go = spv.ULessThan %i, %c9 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %k = spv.IAdd %i, %c1 : i32
      %p = spv.AccessChain %a[%k] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %p, %i : i32
      %q = spv.AccessChain %a[%i] : !spv.ptr<!array, Private>, i32
      %x = spv.Load "Private" %q : i32
      %product = spv.IMul %s, %x : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next, %product : i32, i32)
    ^merge:
      spv.mlir.merge %s : i32
    }
    spv.ReturnValue %r : i32
  }
  // A variable trip count: the counter advances by 1 up to a limit.
  // CHECK-LABEL: spv.func @variable
  // CHECK: spv.mlir.loop
  // CHECK: spv.mlir.loop
  spv.func @variable(%n: i32) "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %a = spv.mlir.addressof @a : !spv.ptr<!array, Private>
    %b = spv.mlir.addressof @b : !spv.ptr<!array, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.SLessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %p = spv.AccessChain %a[%i] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %p, %i : i32
      %q = spv.AccessChain %b[%i] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %q, %n : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
  // The loop may not end, if %n is the largest number.
  // CHECK-LABEL: spv.func @endless
  // CHECK: spv.mlir.loop
  // CHECK-NOT: spv.mlir.loop
  spv.func @endless(%n: i32) "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %a = spv.mlir.addressof @a : !spv.ptr<!array, Private>
    %b = spv.mlir.addressof @b : !spv.ptr<!array, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.SLessThanEqual %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %p = spv.AccessChain %a[%i] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %p, %i : i32
      %q = spv.AccessChain %b[%i] : !spv.ptr<!array, Private>, i32
      spv.Store "Private" %q, %n : i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
