// FLAGS: --mlir-compat=14
spv.module Logical GLSL450 {
  spv.GlobalVariable @s : !spv.ptr<!spv.sampler, UniformConstant>
}
