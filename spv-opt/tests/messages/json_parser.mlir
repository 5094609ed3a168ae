// FLAGS: --diagnostics-format=json
spv.module Logical GLSL450 {
  spv.func @f() "None" {
    %0 = spv.IAdd %1, %1 : i32
    spv.Return
  }
}
