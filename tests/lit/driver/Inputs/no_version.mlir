spv.module Logical GLSL450 {
  spv.func @main() "None" {
    spv.Return
  }
}
