// ARM graphs.

spirv.module Logical Vulkan requires #spirv.vce<v1.3, [VulkanMemoryModel, Shader, Int16, TensorsARM, GraphARM], [SPV_ARM_tensors, SPV_ARM_graph, SPV_KHR_vulkan_memory_model]> {
  spirv.GlobalVariable @main_arg_0 bind(0, 0) : !spirv.ptr<!spirv.arm.tensor<14x19xi16>, UniformConstant>
  spirv.GlobalVariable @main_res_0 bind(0, 1) : !spirv.ptr<!spirv.arm.tensor<2x3xi16>, UniformConstant>
  spirv.ARM.GraphEntryPoint @main, @main_arg_0, @main_res_0
  spirv.ARM.Graph @main(%arg0: !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<2x3xi16> attributes {entry_point = true} {
    %0 = spirv.ARM.GraphConstant {graph_constant_id = 42 : i32} : !spirv.arm.tensor<2x3xi16>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x3xi16>
  }
  spirv.ARM.Graph @two(%arg0: !spirv.arm.tensor<4xf32>, %arg1: !spirv.arm.tensor<4xf32>) -> (!spirv.arm.tensor<4xf32>, !spirv.arm.tensor<4xf32>) {
    spirv.ARM.GraphOutputs %arg1, %arg0 : !spirv.arm.tensor<4xf32>, !spirv.arm.tensor<4xf32>
  }
}

spirv.ARM.Graph @interface(%arg0: !spirv.arm.tensor<1xf32> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>}) -> (!spirv.arm.tensor<1xf32> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1)>}) {
  spirv.ARM.GraphOutputs %arg0 : !spirv.arm.tensor<1xf32>
}
