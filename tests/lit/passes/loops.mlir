// RUN: spv-opt %s --pass-pipeline='licm,loop-unroll,canonicalize' | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<!spv.array<8 x i32>, Private>
  spv.func @f(%a: i32, %b: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<!spv.array<8 x i32>, Private>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    spv.mlir.loop control(Unroll) {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %c3 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %m = spv.IMul %a, %b : i32
      %x = spv.IAdd %m, %i : i32
      %p = spv.AccessChain %o[%i] : !spv.ptr<!spv.array<8 x i32>, Private>, i32
      spv.Store "Private" %p, %x : i32
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<!spv.array<8 x i32>, Private>
// CHECK-NEXT:     spv.func @f(%a: i32, %b: i32) "None" {
// CHECK-NEXT:       %cst2_i32 = spv.Constant 2 : i32
// CHECK-NEXT:       %cst1_i32 = spv.Constant 1 : i32
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<!spv.array<8 x i32>, Private>
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %m = spv.IMul %a, %b : i32
// CHECK-NEXT:       %p = spv.AccessChain %o[%c0] : !spv.ptr<!spv.array<8 x i32>, Private>, i32
// CHECK-NEXT:       spv.Store "Private" %p, %m : i32
// CHECK-NEXT:       %x = spv.IAdd %m, %cst1_i32 : i32
// CHECK-NEXT:       %p$0 = spv.AccessChain %o[%cst1_i32] : !spv.ptr<!spv.array<8 x i32>, Private>, i32
// CHECK-NEXT:       spv.Store "Private" %p$0, %x : i32
// CHECK-NEXT:       %x$0 = spv.IAdd %m, %cst2_i32 : i32
// CHECK-NEXT:       %p$1 = spv.AccessChain %o[%cst2_i32] : !spv.ptr<!spv.array<8 x i32>, Private>, i32
// CHECK-NEXT:       spv.Store "Private" %p$1, %x$0 : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
