// RUN: spv-opt %s --legalize-constant-operands | FileCheck %s
// RUN: spv-opt %s --legalize-constant-operands=if-changed | FileCheck %s --check-prefix=KEPT
// A negative constant index of a logical pointer becomes the unsigned constant with the same bits.

// CHECK-LABEL: spv.func @f
// CHECK:       %[[I:.*]] = spv.Constant -2 : i32
// CHECK:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
// CHECK-LABEL: spv.func @named
// CHECK:       %[[I:.*]] = spv.Constant -6 : i32
// CHECK:       spv.AccessChain %{{.*}}[%[[I]]] : !spv.ptr<!spv.array<4 x f32>, Private>, i32
// KEPT:        spv.AccessChain %{{.*}} : !spv.ptr<!spv.array<4 x f32>, Private>, si32
// KEPT:        spv.AccessChain %{{.*}} : !spv.ptr<!spv.array<4 x f32>, Private>, si32
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @a : !spv.ptr<!spv.array<4 x f32>, Private>
  spv.func @f() -> f32 "None" {
    %a = spv.mlir.addressof @a : !spv.ptr<!spv.array<4 x f32>, Private>
    %i = spv.Constant -2 : si32
    %p = spv.AccessChain %a[%i] : !spv.ptr<!spv.array<4 x f32>, Private>, si32
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
  spv.GlobalConstant @n = -6 : si32
  spv.func @named() -> f32 "None" {
    %a = spv.mlir.addressof @a : !spv.ptr<!spv.array<4 x f32>, Private>
    %n = spv.mlir.referenceof @n : si32
    %p = spv.AccessChain %a[%n] : !spv.ptr<!spv.array<4 x f32>, Private>, si32
    %x = spv.Load "Private" %p : f32
    spv.ReturnValue %x : f32
  }
}
