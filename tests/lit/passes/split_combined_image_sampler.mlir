// RUN: spv-opt %s --split-combined-image-sampler | FileCheck %s
// RUN: spv-opt %s --split-combined-image-sampler --resolve-binding-conflicts | FileCheck %s --check-prefix=BINDINGS

!image = !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
!combined = !spv.sampled_image<!image>
!array = !spv.array<2 x !combined>
// CHECK: spv.EntryPoint "Fragment" @main, @one, @one_sampler, @many, @many_sampler, @passed
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader], []> {
  spv.EntryPoint "Fragment" @main, @one, @many, @passed
  spv.ExecutionMode @main "OriginUpperLeft"
  // CHECK: spv.GlobalVariable @one bind(0, 1) : !spv.ptr<!spv.image<
  // CHECK: spv.GlobalVariable @one_sampler bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  // BINDINGS: @one bind(0, 1)
  // BINDINGS: @one_sampler bind(0, 2)
  spv.GlobalVariable @one bind(0, 1) : !spv.ptr<!combined, UniformConstant>
  // CHECK: spv.GlobalVariable @many bind(0, 4) : !spv.ptr<!spv.array<2 x !spv.image<
  // CHECK: spv.GlobalVariable @many_sampler bind(0, 4) : !spv.ptr<!spv.array<2 x !spv.sampler>
  spv.GlobalVariable @many bind(0, 4) : !spv.ptr<!array, UniformConstant>
  // CHECK: spv.GlobalVariable @passed bind(0, 6) : !spv.ptr<!spv.sampled_image<
  spv.GlobalVariable @passed bind(0, 6) : !spv.ptr<!combined, UniformConstant>
  // CHECK-LABEL: spv.func @main
  spv.func @main() "None" {
    %one = spv.mlir.addressof @one : !spv.ptr<!combined, UniformConstant>
    %many = spv.mlir.addressof @many : !spv.ptr<!array, UniformConstant>
    %passed = spv.mlir.addressof @passed : !spv.ptr<!combined, UniformConstant>
    %uv = spv.Constant dense<0.0> : vector<2xf32>
    %c1 = spv.Constant 1 : i32
    // CHECK: %[[S:.*]] = spv.Load "UniformConstant" %{{.*}} : !spv.sampler
    // CHECK: %[[I:.*]] = spv.Load "UniformConstant" %one : !spv.image<
    %0 = spv.Load "UniformConstant" %one : !combined
    // CHECK: %[[C:.*]] = spv.SampledImage %[[I]], %[[S]]
    // CHECK: spv.ImageSampleImplicitLod %[[C]], %uv
    %1 = spv.ImageSampleImplicitLod %0, %uv : !combined, vector<2xf32> -> vector<4xf32>
    // CHECK-NOT: spv.Image %
    %2 = spv.Image %0 : !combined
    %3 = spv.ImageQueryLevels %2 : !image -> i32
    // CHECK: spv.AccessChain %{{.*}}[%c1] : !spv.ptr<!spv.array<2 x !spv.sampler>
    // CHECK: spv.AccessChain %many[%c1] : !spv.ptr<!spv.array<2 x !spv.image<
    %p = spv.AccessChain %many[%c1] : !spv.ptr<!array, UniformConstant>, i32
    %4 = spv.Load "UniformConstant" %p : !combined
    // CHECK: spv.SampledImage
    %5 = spv.ImageSampleImplicitLod %4, %uv : !combined, vector<2xf32> -> vector<4xf32>
    // CHECK: spv.FunctionCall @f(%passed)
    spv.FunctionCall @f(%passed) : (!spv.ptr<!combined, UniformConstant>) -> ()
    spv.Return
  }
  spv.func @f(%p: !spv.ptr<!combined, UniformConstant>) "None" {
    spv.Return
  }
}
