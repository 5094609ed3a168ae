// RUN: spv-opt %s --replace-desc-array-access-using-var-index | FileCheck %s
// RUN: spv-opt %s --pass-pipeline='replace-desc-array-access-using-var-index{max-length=1}' | FileCheck %s --check-prefix=SMALL
!image = !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
!block = !spv.struct<(f32 [0]), Block>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @images bind(0, 0) : !spv.ptr<!spv.array<2 x !image>, UniformConstant>
  spv.GlobalVariable @sampler bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  spv.GlobalVariable @buffers bind(0, 2) : !spv.ptr<!spv.array<2 x !block>, StorageBuffer>
  // The image, and the image with its sampler, are computed in each case.
  // CHECK-LABEL: spv.func @image
  // CHECK: %x = spv.mlir.selection -> vector<4xf32> {
  // CHECK-NEXT: spv.Switch %i
  // CHECK: spv.Branch ^bb{{.*}}(%cst :
  // CHECK: %[[P:.*]] = spv.AccessChain %images[%cst0
  // CHECK-NEXT: %[[I:.*]] = spv.Load "UniformConstant" %[[P]]
  // CHECK-NEXT: %[[S:.*]] = spv.SampledImage %[[I]]
  // CHECK-NEXT: %[[X:.*]] = spv.ImageSampleExplicitLod %[[S]]
  // CHECK-NEXT: spv.Branch ^bb{{.*}}(%[[X]]
  // CHECK: spv.AccessChain %images[%cst1
  // CHECK: spv.ReturnValue %x
  // SMALL-LABEL: spv.func @image
  // SMALL-NOT: spv.Switch
  spv.func @image(%i: i32, %at: vector<2xf32>) -> vector<4xf32> "None" {
    %f0 = spv.Constant 0.0 : f32
    %images = spv.mlir.addressof @images : !spv.ptr<!spv.array<2 x !image>, UniformConstant>
    %sampler = spv.mlir.addressof @sampler : !spv.ptr<!spv.sampler, UniformConstant>
    %p = spv.AccessChain %images[%i] : !spv.ptr<!spv.array<2 x !image>, UniformConstant>, i32
    %0 = spv.Load "UniformConstant" %p : !image
    %1 = spv.Load "UniformConstant" %sampler : !spv.sampler
    %2 = spv.SampledImage %0, %1 : !image, !spv.sampler -> !spv.sampled_image<!image>
    %x = spv.ImageSampleExplicitLod %2, %at ["Lod", %f0] : !spv.sampled_image<!image>, vector<2xf32>, f32 -> vector<4xf32>
    spv.ReturnValue %x : vector<4xf32>
  }
  // CHECK-LABEL: spv.func @buffer
  // CHECK: spv.mlir.selection {
  // CHECK-NEXT: spv.Switch %i
  // CHECK: spv.AccessChain %buffers[%cst0{{.*}}, %
  // CHECK-NEXT: spv.Store
  // CHECK: spv.AccessChain %buffers[%cst1{{.*}}, %
  // CHECK-NEXT: spv.Store
  // CHECK: spv.AccessChain %buffers[%c0, %c0]
  // CHECK-NEXT: spv.Store
  spv.func @buffer(%i: i32, %f: f32) "None" {
    %c0 = spv.Constant 0 : i32
    %buffers = spv.mlir.addressof @buffers : !spv.ptr<!spv.array<2 x !block>, StorageBuffer>
    %p = spv.AccessChain %buffers[%i, %c0] : !spv.ptr<!spv.array<2 x !block>, StorageBuffer>, i32, i32
    spv.Store "StorageBuffer" %p, %f : f32
    %q = spv.AccessChain %buffers[%c0, %c0] : !spv.ptr<!spv.array<2 x !block>, StorageBuffer>, i32, i32
    spv.Store "StorageBuffer" %q, %f : f32
    spv.Return
  }
}
