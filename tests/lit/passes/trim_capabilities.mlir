// RUN: spv-opt %s --spirv-update-vce=trim | FileCheck %s

// CHECK: requires #spv.vce<v1.5, [Shader, Linkage], []>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, Float64, Int64], [SPV_KHR_shader_ballot]> {
  spv.func @f(%a: f32) -> f32 "None" {
    spv.ReturnValue %a : f32
  }
}
