// RUN: spv-opt %s --simplify-cfg | FileCheck %s
// RUN: spv-opt %s --licm | FileCheck --check-prefix=LICM %s
// RUN: spv-opt %s --canonicalize | FileCheck --check-prefix=CANON %s
// An op that wraps against its flags is undefined behavior: one that is executed where it was not before loses them.
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @selection
  // CHECK:       spv.IAdd %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT:  spv.IMul %{{.*}}, %{{.*}} {relaxed_precision} : i32
  // CHECK-NEXT:  spv.Select
  spv.func @selection(%a: i32, %b: i32, %c: i1) -> i32 "None" {
    %r = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      %0 = spv.IAdd %a, %b {no_signed_wrap} : i32
      %1 = spv.IMul %0, %b {no_signed_wrap, no_unsigned_wrap, relaxed_precision} : i32
      spv.Branch ^merge(%1 : i32)
    ^else:
      spv.Branch ^merge(%a : i32)
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    spv.ReturnValue %r : i32
  }

  // The header of a loop is executed in any case, what follows only where the loop goes on.
  // LICM-LABEL: spv.func @loop
  // LICM:       spv.IAdd %{{.*}}, %{{.*}} {no_signed_wrap} : i32
  // LICM-NEXT:  spv.ISub %{{.*}}, %{{.*}} : i32
  // LICM-NEXT:  spv.mlir.loop
  spv.func @loop(%a: i32, %b: i32, %c: i1) "None" {
    %p = spv.Variable : !spv.ptr<i32, Function>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      %0 = spv.IAdd %a, %b {no_signed_wrap} : i32
      spv.Store "Function" %p, %0 : i32
      spv.BranchConditional %c, ^body, ^merge
    ^body:
      %1 = spv.ISub %a, %b {no_signed_wrap} : i32
      spv.Store "Function" %p, %1 : i32
      spv.Branch ^continue
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }

  // The product of negations does not wrap where the values are -1 and the least number; that of the values does.
  // CANON-LABEL: spv.func @negations
  // CANON:       spv.IMul %{{.*}}, %{{.*}} : i32
  spv.func @negations(%a: i32, %b: i32) -> i32 "None" {
    %0 = spv.SNegate %a : i32
    %1 = spv.SNegate %b : i32
    %2 = spv.IMul %0, %1 {no_signed_wrap} : i32
    spv.ReturnValue %2 : i32
  }

  // So does an access chain whose indices are in bounds where it is executed.
  // LICM-LABEL: spv.func @chain
  // LICM:       %[[P:.*]] = spv.AccessChain %{{.*}}[%{{.*}}]
  // LICM-NEXT:  %[[X:.*]] = spv.Load "Input" %[[P]]
  // LICM-NEXT:  spv.mlir.loop
  // LICM:       spv.Store "Function" %{{.*}}, %[[X]]
  spv.GlobalVariable @in {location = 0 : i32, flat} : !spv.ptr<!spv.array<4 x i32>, Input>
  spv.func @chain(%c: i1) "None" {
    %c1 = spv.Constant 1 : i32
    %in = spv.mlir.addressof @in : !spv.ptr<!spv.array<4 x i32>, Input>
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %c, ^body, ^merge
    ^body:
      %p = spv.InBoundsAccessChain %in[%c1] : !spv.ptr<!spv.array<4 x i32>, Input>, i32
      %x = spv.Load "Input" %p : i32
      spv.Store "Function" %v, %x : i32
      spv.Branch ^continue
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }

  // What must not be contracted is not taken up into another op.
  // CANON-LABEL: spv.func @contraction
  // CANON:       %[[M:.*]] = spv.FMul %{{.*}}, %{{.*}} {no_contraction} : f32
  // CANON-NEXT:  spv.FNegate %[[M]] : f32
  spv.func @contraction(%a: f32) -> f32 "None" {
    %c = spv.Constant 3.0 : f32
    %0 = spv.FMul %a, %c {no_contraction} : f32
    %1 = spv.FNegate %0 : f32
    spv.ReturnValue %1 : f32
  }
}
