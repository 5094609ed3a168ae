// RUN: spv-opt %s --serialize-spirv --deserialize-spirv | FileCheck %s

// CHECK: spv.module Logical GLSL450
// CHECK: spv.GlobalVariable @{{.*}} : !spv.ptr<f32, Input>
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @v : !spv.ptr<f32, Input>
}
