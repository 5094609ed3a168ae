// RUN: spv-opt %s --canonicalize | FileCheck %s
!image = type !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, ImageGatherExtended, MinLod], []> {
  // CHECK-LABEL: spv.func @f
  spv.func @f(%image: !image, %at: vector<2xf32>, %offset: vector<2xsi32>, %lod: f32, %out: !spv.ptr<vector<4xf32>, Function>) "None" {
    %c0 = spv.Constant 0 : si32
    %one = spv.Constant dense<1> : vector<2xsi32>
    %zero = spv.Constant dense<0> : vector<2xsi32>
    // CHECK: spv.ImageGather %image, %at, %{{.*}} ["ConstOffset", %one]
    %0 = spv.ImageGather %image, %at, %c0 ["Offset", %one] : !image, vector<2xf32>, si32, vector<2xsi32> -> vector<4xf32>
    spv.Store "Function" %out, %0 : vector<4xf32>
    // CHECK: spv.ImageSampleExplicitLod %image, %at ["Grad|MinLod", %at, %at, %lod]
    %1 = spv.ImageSampleExplicitLod %image, %at ["Grad|Offset|MinLod", %at, %at, %zero, %lod] : !image, vector<2xf32>, vector<2xf32>, vector<2xf32>, vector<2xsi32>, f32 -> vector<4xf32>
    spv.Store "Function" %out, %1 : vector<4xf32>
    // CHECK: spv.ImageGather %image, %at, %{{.*}} ["Offset", %offset]
    %2 = spv.ImageGather %image, %at, %c0 ["Offset", %offset] : !image, vector<2xf32>, si32, vector<2xsi32> -> vector<4xf32>
    spv.Store "Function" %out, %2 : vector<4xf32>
    spv.Return
  }
}
