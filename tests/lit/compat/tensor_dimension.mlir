// Tensor dimensions are 32-bit integers in SPIR-V.
// RUN: not spv-opt %s 2>&1 | FileCheck %s
// CHECK: error: a tensor dimension must fit in 32 bits
spv.module Logical Vulkan requires #spv.vce<v1.6, [VulkanMemoryModel, Shader, TensorsARM], [SPV_ARM_tensors]> {
  spv.GlobalVariable @t bind(0, 0) : !spv.ptr<!spv.arm.tensor<2x4294967296xf32>, UniformConstant>
}
