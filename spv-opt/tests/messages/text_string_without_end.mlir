spv.module Logical GLSL450 attributes {a = "b} {
}
