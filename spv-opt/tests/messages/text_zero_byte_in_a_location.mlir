spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32 loc("shader\00.hlsl":3:4)
    %1 = spv.IAdd %0, %a : i32 loc(fused["shader.hlsl":3:4, "never\00.written":1:1])
    spv.ReturnValue %1 : i32
  }
}
