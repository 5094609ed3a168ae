// FLAGS: --diagnostics-format=json --canonicalize=max-visits=0
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.GlobalVariable @color : !spv.ptr<f32, Private>
  spv.func @f(%a: i32, %x: f32, %c: i1) -> i32 "None" {
    %b = spv.IAdd %a, %a : i32
    spv.ReturnValue %a : i32
  }
}
