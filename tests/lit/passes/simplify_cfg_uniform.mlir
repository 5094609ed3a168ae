// RUN: spv-opt %s --simplify-cfg | FileCheck %s
// Selections under a uniform branch stay, where computing both arms costs more than the branch.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @push : !spv.ptr<!spv.struct<(i32 [0])>, PushConstant>
  // CHECK-LABEL: spv.func @uniform
  spv.func @uniform(%a: i32, %b: i32) -> i32 "None" {
    %0 = spv.Constant 0 : i32
    %push = spv.mlir.addressof @push : !spv.ptr<!spv.struct<(i32 [0])>, PushConstant>
    %member = spv.AccessChain %push[%0] : !spv.ptr<!spv.struct<(i32 [0])>, PushConstant>, i32
    %p = spv.Load "PushConstant" %member : i32
    %c = spv.IEqual %p, %0 : i32
    // CHECK: %x = spv.mlir.selection -> i32 {
    %x = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^merge(%a : i32)
    ^then:
      %1 = spv.IMul %a, %b : i32
      %2 = spv.IAdd %1, %b : i32
      spv.Branch ^merge(%2 : i32)
    ^merge(%v: i32):
      spv.mlir.merge %v : i32
    }
    // CHECK: %y = spv.Select %c, %x, %b : i1, i32
    %y = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^merge(%b : i32)
    ^then:
      spv.Branch ^merge(%x : i32)
    ^merge(%v: i32):
      spv.mlir.merge %v : i32
    }
    spv.ReturnValue %y : i32
  }
  // CHECK-LABEL: spv.func @divergent
  spv.func @divergent(%c: i1, %a: i32, %b: i32) -> i32 "None" {
    // CHECK: spv.IMul
    // CHECK: spv.IAdd
    // CHECK: %x = spv.Select %c
    %x = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^merge(%a : i32)
    ^then:
      %1 = spv.IMul %a, %b : i32
      %2 = spv.IAdd %1, %b : i32
      spv.Branch ^merge(%2 : i32)
    ^merge(%v: i32):
      spv.mlir.merge %v : i32
    }
    spv.ReturnValue %x : i32
  }
}
