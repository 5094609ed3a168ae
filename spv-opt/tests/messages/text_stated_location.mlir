spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.func @f(%a: i32, %b: f32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32 loc("shader.hlsl":3:4)
    spv.ReturnValue %b : f32 loc("shader.hlsl":5:4)
  }
  spv.func @g(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32 loc(fused<#spv.debug_line<@file, 1, 2, 3, 4>>[])
    spv.ReturnValue %0 : i32
  }
}
