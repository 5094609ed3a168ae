spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @g : !spv.ptr<f32, Private>
  spv.func @f(%a: f32, %b: f32, %c: i1) -> f32 "None" {
    %0 = spv.mlir.addressof @g : !spv.ptr<f32, Private>
    %1 = spv.AccessChain %0, [%c] : !spv.ptr<f32, Private>, i1
    spv.ReturnValue %a : f32
  }
}
