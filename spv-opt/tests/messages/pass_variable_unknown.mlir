// FLAGS: --decorate=imag:Binding:3
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.GlobalVariable @image bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
}
