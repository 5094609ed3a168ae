// RUN: spv-opt %s --convert-to-sampled-image=bindings=0:1,0:3 | FileCheck %s
// RUN: not spv-opt %s --convert-to-sampled-image=bindings=0:2 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: sed 's/SampledImage %%t, %%s/SampledImage %%u, %%s/' %s | not spv-opt - --convert-to-sampled-image=bindings=0:1 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not spv-opt %s --convert-to-sampled-image=bindings=1 2>&1 | FileCheck %s --check-prefix=PAIR
// ALONE: no image has the descriptor set and binding of a sampler
// OTHER: the image or its sampler has a use that no sampled image can replace
// PAIR: '1' is not SET:BINDING
!image = !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
!sampled = !spv.sampled_image<!image>
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader], []> {
  spv.EntryPoint "Fragment" @main, @t, @s, @u, @other, @unused
  spv.ExecutionMode @main "OriginUpperLeft"
  // CHECK: spv.GlobalVariable @t bind(0, 1) : !spv.ptr<!spv.sampled_image<!spv.image<{{.*}}>>, UniformConstant>
  spv.GlobalVariable @t bind(0, 1) : !spv.ptr<!image, UniformConstant>
  // CHECK: spv.GlobalVariable @s bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  spv.GlobalVariable @s bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  spv.GlobalVariable @u bind(0, 0) : !spv.ptr<!image, UniformConstant>
  spv.GlobalVariable @other bind(0, 2) : !spv.ptr<!spv.sampler, UniformConstant>
  // CHECK: spv.GlobalVariable @unused bind(0, 3) : !spv.ptr<!spv.image
  spv.GlobalVariable @unused bind(0, 3) : !spv.ptr<!image, UniformConstant>
  spv.func @main() "None" {
    %pt = spv.mlir.addressof @t : !spv.ptr<!image, UniformConstant>
    %ps = spv.mlir.addressof @s : !spv.ptr<!spv.sampler, UniformConstant>
    %pu = spv.mlir.addressof @u : !spv.ptr<!image, UniformConstant>
    %po = spv.mlir.addressof @other : !spv.ptr<!spv.sampler, UniformConstant>
    %c0 = spv.Constant 0 : i32
    %at = spv.Constant dense<0> : vector<2xi32>
    %xy = spv.Constant dense<0.0> : vector<2xf32>
    // CHECK: %t = spv.Load "UniformConstant" %{{.*}} : !spv.sampled_image<!spv.image
    %t = spv.Load "UniformConstant" %pt : !image
    // CHECK: %[[PART:.*]] = spv.Image %t
    %u = spv.Load "UniformConstant" %pu : !image
    %s = spv.Load "UniformConstant" %ps : !spv.sampler
    %o = spv.Load "UniformConstant" %po : !spv.sampler
    // CHECK-NOT: spv.SampledImage %t
    %both = spv.SampledImage %t, %s : !image, !spv.sampler -> !sampled
    // CHECK: spv.ImageSampleImplicitLod %t, %xy
    %0 = spv.ImageSampleImplicitLod %both, %xy : !sampled, vector<2xf32> -> vector<4xf32>
    // Uses of the image, and other samplers, get the image of the sampled image.
    // CHECK: spv.ImageFetch %[[PART]], %at
    %1 = spv.ImageFetch %t, %at ["Lod"], %c0 : !image, vector<2xi32>, i32 -> vector<4xf32>
    // CHECK: spv.SampledImage %[[PART]], %o
    %mixed = spv.SampledImage %t, %o : !image, !spv.sampler -> !sampled
    %2 = spv.ImageSampleImplicitLod %mixed, %xy : !sampled, vector<2xf32> -> vector<4xf32>
    spv.Return
  }
}
