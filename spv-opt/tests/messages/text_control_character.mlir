spv.module Logical GLSL450 {
  spv.GlobalVariable @"[31mred" : !spv.ptr<i32, Private>
}
