// RUN: spv-opt %s --localize-sampled-images | FileCheck %s
// A sampled image is made again in each block that uses it.
!image = type !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
!sampled = type !spv.sampled_image<!image>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @image bind(0, 0) : !spv.ptr<!image, UniformConstant>
  spv.GlobalVariable @sampler bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  // CHECK-LABEL: spv.func @f
  // CHECK:       spv.Branch ^[[NEXT:.*]]
  // CHECK:       ^[[NEXT]]:
  // CHECK:       %[[AGAIN:.*]] = spv.SampledImage
  // CHECK-NEXT:  spv.ImageSampleExplicitLod %[[AGAIN]]
  spv.func @f(%at: vector<2xf32>) -> vector<4xf32> "None" {
    %image_addr = spv.mlir.addressof @image : !spv.ptr<!image, UniformConstant>
    %sampler_addr = spv.mlir.addressof @sampler : !spv.ptr<!spv.sampler, UniformConstant>
    %image = spv.Load "UniformConstant" %image_addr : !image
    %sampler = spv.Load "UniformConstant" %sampler_addr : !spv.sampler
    %zero = spv.Constant 0.0 : f32
    %0 = spv.SampledImage %image, %sampler : !image, !spv.sampler -> !sampled
    spv.Branch ^next
  ^next:
    %1 = spv.ImageSampleExplicitLod %0, %at ["Lod", %zero] : !sampled, vector<2xf32>, f32 -> vector<4xf32>
    spv.ReturnValue %1 : vector<4xf32>
  }
}
