// RUN: spv-opt %s --inline | FileCheck %s
// RUN: spv-opt %s --inline --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// A sampled image is made in the block of the binary that uses it. Where the blocks of an inlined function are between the two, it is
// made again.
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
  // CHECK-LABEL: spv.func @around
  // CHECK:       %[[FIRST:.*]] = spv.SampledImage %[[IMAGE:.*]], %[[SAMPLER:.*]] {non_uniform}
  // CHECK-NEXT:  spv.ImageSampleExplicitLod %[[FIRST]]
  // CHECK:       spv.mlir.selection
  // CHECK:       spv.mlir.merge
  // CHECK-NEXT:  }
  // CHECK-NEXT:  %[[SECOND:.*]] = spv.SampledImage %[[IMAGE]], %[[SAMPLER]] {non_uniform}
  // CHECK-NEXT:  spv.ImageSampleExplicitLod %[[SECOND]]
  // CHECK-NEXT:  spv.ImageSampleExplicitLod %[[SECOND]]
  spv.func @around(%at: vector<2xf32>, %c: i1) -> vector<4xf32> "None" {
    %image_addr = spv.mlir.addressof @image : !spv.ptr<!image, UniformConstant>
    %sampler_addr = spv.mlir.addressof @sampler : !spv.ptr<!spv.sampler, UniformConstant>
    %image = spv.Load "UniformConstant" %image_addr : !image
    %sampler = spv.Load "UniformConstant" %sampler_addr : !spv.sampler
    %zero = spv.Constant 0.0 : f32
    %one = spv.Constant 1.0 : f32
    %0 = spv.SampledImage %image, %sampler {non_uniform} : !image, !spv.sampler -> !sampled
    %1 = spv.ImageSampleExplicitLod %0, %at ["Lod", %zero] : !sampled, vector<2xf32>, f32 -> vector<4xf32>
    %x = spv.CompositeExtract %1[0 : i32] : vector<4xf32>
    spv.FunctionCall @store(%x, %c) : (f32, i1) -> ()
    %2 = spv.ImageSampleExplicitLod %0, %at ["Lod", %zero] : !sampled, vector<2xf32>, f32 -> vector<4xf32>
    %3 = spv.ImageSampleExplicitLod %0, %at ["Lod", %one] : !sampled, vector<2xf32>, f32 -> vector<4xf32>
    %4 = spv.FAdd %2, %3 : vector<4xf32>
    spv.ReturnValue %4 : vector<4xf32>
  }
}
