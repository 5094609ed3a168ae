// FLAGS: -O=fast-mth
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
}
