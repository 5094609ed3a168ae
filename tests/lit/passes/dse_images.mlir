// RUN: spv-opt %s --dse | FileCheck %s
// Reading an image reads nothing that was stored through a pointer.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<vector<4xf32>, Output>
  spv.func @f(%s: !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %c: vector<2xf32>, %x: vector<4xf32>) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<vector<4xf32>, Output>
    spv.Store "Output" %o, %x : vector<4xf32>
    %t = spv.ImageSampleImplicitLod %s, %c : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32> -> vector<4xf32>
    spv.Store "Output" %o, %t : vector<4xf32>
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<vector<4xf32>, Output>
// CHECK-NEXT:     spv.func @f(%s: !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %c: vector<2xf32>, %x: vector<4xf32>) "None" {
// CHECK-NEXT:       %o = spv.mlir.addressof @out : !spv.ptr<vector<4xf32>, Output>
// CHECK-NEXT:       %t = spv.ImageSampleImplicitLod %s, %c : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32> -> vector<4xf32>
// CHECK-NEXT:       spv.Store "Output" %o, %t : vector<4xf32>
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
