spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @a {location = "x"} : !spv.ptr<f32, Input>
  spv.GlobalVariable @b {built_in} : !spv.ptr<f32, Input>
  spv.GlobalVariable @c {linkage_attributes = "x"} : !spv.ptr<f32, Input>
  spv.GlobalVariable @d {decorations = [["Location", 3 : i32]]} : !spv.ptr<f32, Input>
}
