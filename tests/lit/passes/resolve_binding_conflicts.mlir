// RUN: spv-opt %s --resolve-binding-conflicts | FileCheck %s

!image = !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  // CHECK: @image bind(0, 1)
  spv.GlobalVariable @image bind(0, 1) : !spv.ptr<!image, UniformConstant>
  // CHECK: @sampler bind(0, 2)
  spv.GlobalVariable @sampler bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  // Pushed up by the sampler.
  // CHECK: @next bind(0, 3)
  spv.GlobalVariable @next bind(0, 2) : !spv.ptr<!image, UniformConstant>
  // CHECK: @alias bind(0, 9)
  spv.GlobalVariable @alias bind(0, 9) : !spv.ptr<!image, UniformConstant>
  // CHECK: @other_alias bind(0, 9)
  spv.GlobalVariable @other_alias bind(0, 9) : !spv.ptr<!image, UniformConstant>
  // CHECK: @other_set bind(1, 1)
  spv.GlobalVariable @other_set bind(1, 1) : !spv.ptr<!spv.sampler, UniformConstant>
}
