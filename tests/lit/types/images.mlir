// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Images of each dimension, sampled images and samplers; the short dimensions are those of the design document.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
  spv.GlobalVariable @v0 : !spv.ptr<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, UniformConstant>
  spv.GlobalVariable @v1 : !spv.ptr<!spv.image<f32, 1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>, UniformConstant>
  spv.GlobalVariable @v2 : !spv.ptr<!spv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NeedSampler, Rgba32f>, UniformConstant>
  spv.GlobalVariable @v3 : !spv.ptr<!spv.image<f32, Buffer, DepthUnknown, NonArrayed, SingleSampled, NoSampler, R32f>, UniformConstant>
  spv.GlobalVariable @v4 : !spv.ptr<!spv.image<si32, SubpassData, NoDepth, NonArrayed, SingleSampled, NoSampler, Unknown>, UniformConstant>
  spv.GlobalVariable @v5 : !spv.ptr<!spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, UniformConstant>
  spv.GlobalVariable @v6 : !spv.ptr<!spv.sampler, UniformConstant>
  spv.GlobalVariable @v7 : !spv.ptr<!spv.acceleration_structure, UniformConstant>
  spv.GlobalVariable @v8 : !spv.ptr<!spv.ray_query, UniformConstant>
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @v0 : !spv.ptr<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, UniformConstant>
// CHECK-NEXT:     spv.GlobalVariable @v1 : !spv.ptr<!spv.image<f32, Dim1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>, UniformConstant>
// CHECK-NEXT:     spv.GlobalVariable @v2 : !spv.ptr<!spv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NeedSampler, Rgba32f>, UniformConstant>
// CHECK-NEXT:     spv.GlobalVariable @v3 : !spv.ptr<!spv.image<f32, Buffer, DepthUnknown, NonArrayed, SingleSampled, NoSampler, R32f>, UniformConstant>
// CHECK-NEXT:     spv.GlobalVariable @v4 : !spv.ptr<!spv.image<si32, SubpassData, NoDepth, NonArrayed, SingleSampled, NoSampler, Unknown>, UniformConstant>
// CHECK-NEXT:     spv.GlobalVariable @v5 : !spv.ptr<!spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, UniformConstant>
// CHECK-NEXT:     spv.GlobalVariable @v6 : !spv.ptr<!spv.sampler, UniformConstant>
// CHECK-NEXT:     spv.GlobalVariable @v7 : !spv.ptr<!spv.acceleration_structure, UniformConstant>
// CHECK-NEXT:     spv.GlobalVariable @v8 : !spv.ptr<!spv.ray_query, UniformConstant>
// CHECK-NEXT:   }
// CHECK-NEXT: }
