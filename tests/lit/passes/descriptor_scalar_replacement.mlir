// RUN: spv-opt %s --descriptor-scalar-replacement | FileCheck %s
// RUN: spv-opt %s --descriptor-scalar-replacement=structs=false | FileCheck %s --check-prefix=ARRAYS

!image = !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
!images = !spv.array<2 x !spv.array<2 x !image>>
!pair = !spv.struct<(!image, !spv.sampler)>
// CHECK: spv.EntryPoint "Fragment" @main, @images$1$1, @images$1$2, @images$2$1, @images$2$2, @pair$1, @pair$2, @dynamic
// ARRAYS: spv.EntryPoint "Fragment" @main, @images$1$1, @images$1$2, @images$2$1, @images$2$2, @pair, @dynamic
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader], []> {
  spv.EntryPoint "Fragment" @main, @images, @pair, @dynamic
  spv.ExecutionMode @main "OriginUpperLeft"
  // CHECK: spv.GlobalVariable @images$1$1 bind(0, 3)
  // CHECK: spv.GlobalVariable @images$1$2 bind(0, 4)
  // CHECK: spv.GlobalVariable @images$2$1 bind(0, 5)
  // CHECK: spv.GlobalVariable @images$2$2 bind(0, 6)
  spv.GlobalVariable @images bind(0, 3) : !spv.ptr<!images, UniformConstant>
  // CHECK: spv.GlobalVariable @pair$1 bind(1, 0)
  // CHECK: spv.GlobalVariable @pair$2 bind(1, 1)
  spv.GlobalVariable @pair bind(1, 0) : !spv.ptr<!pair, UniformConstant>
  // CHECK: spv.GlobalVariable @dynamic bind(2, 0)
  spv.GlobalVariable @dynamic bind(2, 0) : !spv.ptr<!spv.array<2 x !spv.sampler>, UniformConstant>
  spv.func @main() "None" {
    %images = spv.mlir.addressof @images : !spv.ptr<!images, UniformConstant>
    %pair = spv.mlir.addressof @pair : !spv.ptr<!pair, UniformConstant>
    %dynamic = spv.mlir.addressof @dynamic : !spv.ptr<!spv.array<2 x !spv.sampler>, UniformConstant>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %i = spv.Undef : i32
    // CHECK: spv.mlir.addressof @images$2$1
    // CHECK: spv.mlir.addressof @pair$2
    %p = spv.AccessChain %images[%c1, %c0] : !spv.ptr<!images, UniformConstant>, i32, i32
    %0 = spv.Load "UniformConstant" %p : !image
    %q = spv.AccessChain %pair[%c1] : !spv.ptr<!pair, UniformConstant>, i32
    %1 = spv.Load "UniformConstant" %q : !spv.sampler
    // CHECK: spv.AccessChain %dynamic[%{{.*}}]
    %r = spv.AccessChain %dynamic[%i] : !spv.ptr<!spv.array<2 x !spv.sampler>, UniformConstant>, i32
    %2 = spv.Load "UniformConstant" %r : !spv.sampler
    spv.Return
  }
}
