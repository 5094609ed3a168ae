spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @g : !spv.ptr<f32, Private>
  spv.func @f(%a: f32, %b: f32, %c: i1) -> f32 "None" {
    %0 = spv.ConvertFToS %a : f32
    spv.ReturnValue %a : f32
  }
}
