spv.module Logical GLSL450 requires #spv.vce<v1.9, [Shader], []> {
}
