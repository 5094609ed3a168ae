// RUN: spv-opt %s --relax-float-ops | FileCheck %s

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage, Float64], []> {
  spv.func @f(%a: f32, %i: i32, %d: f64) -> f32 "None" {
    // CHECK: spv.FMul %a, %a {relaxed_precision} : f32
    %x = spv.FMul %a, %a : f32
    // CHECK: spv.GLSL.Sin %x {relaxed_precision} : f32
    %y = spv.GLSL.Sin %x : f32
    // CHECK: spv.IAdd %i, %i : i32
    %j = spv.IAdd %i, %i : i32
    // CHECK: spv.FAdd %d, %d : f64
    %e = spv.FAdd %d, %d : f64
    spv.ReturnValue %y : f32
  }
}
