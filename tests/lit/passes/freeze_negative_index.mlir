// RUN: spv-opt %s --freeze-spec-const | FileCheck %s
// A specialization constant may be a negative index by default, a plain constant may not: it is the unsigned one with the
// same bits.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK: spv.GlobalConstant @i = -1 : si32
  spv.SpecConstant @i spec_id(0) = -1 : si32
  spv.GlobalVariable @a : !spv.ptr<!spv.array<4 x f32>, Private>
  // CHECK-LABEL: spv.func @f
  // CHECK:       %[[I:.*]] = spv.Constant -1 : i32
  // CHECK:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
  spv.func @f() -> f32 "None" {
    %i = spv.mlir.referenceof @i : si32
    %a = spv.mlir.addressof @a : !spv.ptr<!spv.array<4 x f32>, Private>
    %p = spv.AccessChain %a[%i] : !spv.ptr<!spv.array<4 x f32>, Private>, si32
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
}
