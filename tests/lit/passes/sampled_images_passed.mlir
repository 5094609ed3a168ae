// RUN: spv-opt %s --inline | FileCheck %s
// A sampled image that a construct passes on, which is invalid, stays as it is.
!image = type !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
!sampled = type !spv.sampled_image<!image>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, ImageQuery, Linkage, ShaderNonUniform], []> {
  spv.GlobalVariable @image bind(0, 0) : !spv.ptr<!image, UniformConstant>
  spv.GlobalVariable @sampler bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  spv.GlobalVariable @out : !spv.ptr<f32, Private>
  spv.func @store(%x: f32, %c: i1) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<f32, Private>
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Store "Private" %out, %x : f32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }
  // CHECK-LABEL: spv.func @passed
  // CHECK:       %[[INSIDE:.*]] = spv.SampledImage
  // CHECK-NEXT:  spv.Branch ^
  // CHECK:       spv.mlir.merge %[[INSIDE]]
  // CHECK:       spv.ImageSampleExplicitLod
  spv.func @passed(%at: vector<2xf32>, %c: i1) -> vector<4xf32> "None" {
    %image_addr = spv.mlir.addressof @image : !spv.ptr<!image, UniformConstant>
    %sampler_addr = spv.mlir.addressof @sampler : !spv.ptr<!spv.sampler, UniformConstant>
    %image = spv.Load "UniformConstant" %image_addr : !image
    %sampler = spv.Load "UniformConstant" %sampler_addr : !spv.sampler
    %zero = spv.Constant 0.0 : f32
    spv.FunctionCall @store(%zero, %c) : (f32, i1) -> ()
    %0 = spv.mlir.loop -> !sampled {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      %1 = spv.SampledImage %image, %sampler : !image, !spv.sampler -> !sampled
      spv.Branch ^merge
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge %1 : !sampled
    }
    %2 = spv.ImageSampleExplicitLod %0, %at ["Lod", %zero] : !sampled, vector<2xf32>, f32 -> vector<4xf32>
    spv.ReturnValue %2 : vector<4xf32>
  }
}
