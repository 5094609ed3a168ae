// Constants of cooperative matrices, ARM tensors and equal constituents, and variadic operands without a comma.

spirv.module Logical Vulkan requires #spirv.vce<v1.3, [VulkanMemoryModel, Shader, Linkage, TensorsARM, CooperativeMatrixKHR, ReplicatedCompositesEXT], [SPV_ARM_tensors, SPV_KHR_vulkan_memory_model, SPV_KHR_cooperative_matrix, SPV_EXT_replicated_composites]> {
  spirv.func @rows() -> !spirv.arm.tensor<2x3xi32> "None" {
    %0 = spirv.Constant dense<[[1, 2, 3], [4, 5, 6]]> : !spirv.arm.tensor<2x3xi32>
    spirv.ReturnValue %0 : !spirv.arm.tensor<2x3xi32>
  }
  spirv.func @splat() -> !spirv.arm.tensor<2x3xf32> "None" {
    %0 = spirv.Constant dense<2.500000e+00> : !spirv.arm.tensor<2x3xf32>
    spirv.ReturnValue %0 : !spirv.arm.tensor<2x3xf32>
  }
  spirv.func @zero() -> !spirv.arm.tensor<4xsi8> "None" {
    %0 = spirv.Constant dense<0> : !spirv.arm.tensor<4xsi8>
    spirv.ReturnValue %0 : !spirv.arm.tensor<4xsi8>
  }
  spirv.func @matrix() -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc> "None" {
    %0 = spirv.Constant dense<4.200000e+00> : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
    spirv.ReturnValue %0 : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
  }
  spirv.func @replicated() "None" {
    %0 = spirv.EXT.ConstantCompositeReplicate [1 : i32] : vector<3xi32>
    %1 = spirv.EXT.ConstantCompositeReplicate [3 : i32] : !spirv.array<2 x !spirv.array<3 x i32>>
    %2 = spirv.EXT.ConstantCompositeReplicate [[1 : i32, 2 : i32, 3 : i32]] : !spirv.array<2 x !spirv.array<3 x i32>>
    %3 = spirv.EXT.ConstantCompositeReplicate [dense<[1, 2]> : vector<2xi32>] : !spirv.array<3 x vector<2xi32>>
    spirv.Return
  }
}

func.func @printf(%fmt : !spirv.ptr<i8, UniformConstant>, %a : i32, %b : f32) {
  %0 = spirv.CL.printf %fmt : !spirv.ptr<i8, UniformConstant> -> i32
  %1 = spirv.CL.printf %fmt %a, %b : !spirv.ptr<i8, UniformConstant>, i32, f32 -> i32
  return
}
