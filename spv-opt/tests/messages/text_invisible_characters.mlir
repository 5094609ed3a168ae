​spv.module Logical GLSL450 {
  spv.String @s "a‮b" ​
}
