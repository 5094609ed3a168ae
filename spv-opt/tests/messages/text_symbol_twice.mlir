spv.module Logical GLSL450 {
  spv.GlobalVariable @g : !spv.ptr<i32, Private>
  spv.GlobalVariable @g : !spv.ptr<f32, Private>
}
