// RUN: spv-opt %s --legalize-multidim-array | FileCheck %s
// RUN: sed 's/\[%%i, %%j\] : .*/[%%i] : !spv.ptr<!images, UniformConstant>, i32/; /Load.*%%q/d' %s | not spv-opt - --legalize-multidim-array 2>&1 | FileCheck %s --check-prefix=PART
// PART: 'images' cannot be flattened: a use of it has no access chain with 2 indices
!image = !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
!images = !spv.array<2 x !spv.array<4 x !image>>
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader], []> {
  spv.EntryPoint "Fragment" @main, @images, @row
  spv.ExecutionMode @main "OriginUpperLeft"
  // CHECK: spv.GlobalVariable @images bind(0, 3) : !spv.ptr<!spv.array<8 x !spv.image<{{.*}}>>, UniformConstant>
  spv.GlobalVariable @images bind(0, 3) : !spv.ptr<!images, UniformConstant>
  // CHECK: spv.GlobalVariable @row bind(0, 4) : !spv.ptr<!spv.array<4 x !spv.image<{{.*}}>>, UniformConstant>
  spv.GlobalVariable @row bind(0, 4) : !spv.ptr<!spv.array<4 x !image>, UniformConstant>
  spv.func @main() "None" {
    %images = spv.mlir.addressof @images : !spv.ptr<!images, UniformConstant>
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %i = spv.Undef : i32
    %j = spv.Undef : si32
    // Constant indices stay constant.
    // CHECK: %[[C6:.*]] = spv.Constant 6 : i32
    // CHECK: spv.AccessChain %images[%[[C6]]]
    %p = spv.AccessChain %images[%c1, %c2] : !spv.ptr<!images, UniformConstant>, i32, i32
    %0 = spv.Load "UniformConstant" %p : !image
    // CHECK: %[[ROW:.*]] = spv.IMul %i, %{{.*}} : i32
    // CHECK: %[[J:.*]] = spv.Bitcast %j : si32 to i32
    // CHECK: %[[AT:.*]] = spv.IAdd %[[ROW]], %[[J]] : i32
    // CHECK: spv.AccessChain %images[%[[AT]]]
    %q = spv.AccessChain %images[%i, %j] : !spv.ptr<!images, UniformConstant>, i32, si32
    %1 = spv.Load "UniformConstant" %q : !image
    spv.Return
  }
}
