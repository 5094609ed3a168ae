// FLAGS: --canonicalize=max-visits=3;top-down
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
}
