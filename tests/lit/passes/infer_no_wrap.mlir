// RUN: spv-opt %s --infer-no-wrap | FileCheck %s

// CHECK-LABEL: spv.func @flags
spv.func @flags(%a: i32, %b: i32) -> i32 "None" {
  %1 = spv.Constant 1 : i32
  %4 = spv.Constant 4 : i32
  %255 = spv.Constant 255 : i32
  %x = spv.BitwiseAnd %a, %255 : i32
  // CHECK: spv.IAdd %{{.*}}, %{{.*}} {no_signed_wrap, no_unsigned_wrap} : i32
  %add = spv.IAdd %x, %x : i32
  // CHECK: spv.ISub %{{.*}}, %{{.*}} {no_signed_wrap} : i32
  %sub = spv.ISub %x, %1 : i32
  // CHECK: spv.ShiftLeftLogical %{{.*}}, %{{.*}} {no_signed_wrap, no_unsigned_wrap} : i32, i32
  %shl = spv.ShiftLeftLogical %x, %4 : i32, i32
  // CHECK: spv.SNegate %{{.*}} {no_signed_wrap} : i32
  %neg = spv.SNegate %x : i32
  // CHECK: spv.IAdd %a, %b : i32
  %any = spv.IAdd %a, %b : i32
  %s = spv.IMul %sub, %shl : i32
  %t = spv.IMul %neg, %any : i32
  %u = spv.BitwiseXor %s, %t : i32
  %v = spv.BitwiseXor %u, %add : i32
  spv.ReturnValue %v : i32
}

// The counter of a loop.
// CHECK-LABEL: spv.func @loop
// CHECK: spv.IAdd %{{.*}}, %{{.*}} {no_signed_wrap, no_unsigned_wrap} : i32
spv.func @loop() "None" {
  %0 = spv.Constant 0 : i32
  %1 = spv.Constant 1 : i32
  %10 = spv.Constant 10 : i32
  spv.mlir.loop {
    spv.Branch ^bb1(%0 : i32)
  ^bb1(%i: i32):
    %c = spv.SLessThan %i, %10 : i32
    spv.BranchConditional %c, ^bb2, ^bb4
  ^bb2:
    spv.Branch ^bb3
  ^bb3:
    %next = spv.IAdd %i, %1 : i32
    spv.Branch ^bb1(%next : i32)
  ^bb4:
    spv.mlir.merge
  }
  spv.Return
}

// Before SPIR-V 1.4 there are flags with the extension alone.
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @none
  // CHECK: spv.IAdd %{{.*}}, %{{.*}} : i32
  spv.func @none(%a: i32) -> i32 "None" {
    %1 = spv.Constant 1 : i32
    %x = spv.BitwiseAnd %a, %1 : i32
    %y = spv.IAdd %x, %1 : i32
    spv.ReturnValue %y : i32
  }
}
