// FLAGS: --cse --inline=max-size=x
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
}
