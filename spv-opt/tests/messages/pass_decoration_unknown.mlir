// FLAGS: --decorate=image:Bindng:3
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
}
