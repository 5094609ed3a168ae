spv.module Logical GLSL450 {
  spv.GlobalVariable @g ; !spv.ptr<i32, Private>
}
