// RUN: spv-opt %s --mlir-compat=22 --no-implicit-module | FileCheck %s --check-prefixes=CHECK,TEXT
// RUN: spv-opt %s --mlir-compat=22 --no-implicit-module --test-spirv-roundtrip | FileCheck %s --check-prefixes=CHECK,BINARY
// RUN: spv-opt %s --mlir-compat=22 --no-implicit-module --serialize-spirv -o %t
// RUN: spv-opt %t --target-env=spv1.3 | FileCheck %s --check-prefix=OURS
// LLVM writes a graph like a function. In SPIR-V inputs and outputs are instructions, and graph constants belong to the module.

// CHECK-LABEL: spirv.module
// OURS-LABEL: spv.module
spirv.module Logical Vulkan requires #spirv.vce<v1.3, [VulkanMemoryModel, Shader, Int16, TensorsARM, GraphARM], [SPV_ARM_tensors, SPV_ARM_graph, SPV_KHR_vulkan_memory_model]> {
  spirv.GlobalVariable @in bind(0, 0) : !spirv.ptr<!spirv.arm.tensor<14x19xi16>, UniformConstant>
  spirv.GlobalVariable @out bind(0, 1) : !spirv.ptr<!spirv.arm.tensor<2x3xi16>, UniformConstant>
  // OURS: spv.GraphConstantARM @[[C:[a-z_0-9]+]] 42
  // OURS: spv.GraphEntryPointARM @main, "main", @in, @out
  // CHECK: spirv.ARM.GraphEntryPoint @main, @in, @out
  spirv.ARM.GraphEntryPoint @main, @in, @out
  // OURS: spv.GraphARM @main
  // OURS: %[[V:[a-z0-9_]+]] = spv.mlir.referenceof @[[C]]
  // OURS: %[[I:[a-z0-9_]+]] = spv.Constant 0 : i32
  // OURS: spv.GraphInputARM %[[I]]
  // OURS: spv.GraphSetOutputARM %[[V]], %[[I]]
  // OURS: spv.GraphEndARM
  // CHECK: spirv.ARM.Graph @main(%{{.*}}: !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<2x3xi16> attributes {entry_point = true} {
  spirv.ARM.Graph @main(%arg0: !spirv.arm.tensor<14x19xi16>) -> !spirv.arm.tensor<2x3xi16> attributes {entry_point = true} {
    // CHECK-NEXT: %[[C:.*]] = spirv.ARM.GraphConstant {graph_constant_id = 42 : i32} : !spirv.arm.tensor<2x3xi16>
    %0 = spirv.ARM.GraphConstant {graph_constant_id = 42 : i32} : !spirv.arm.tensor<2x3xi16>
    // CHECK-NEXT: spirv.ARM.GraphOutputs %[[C]] : !spirv.arm.tensor<2x3xi16>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x3xi16>
  }
  // TEXT: spirv.ARM.Graph @two(%[[A:.*]]: !spirv.arm.tensor<4xi16>, %[[B:.*]]: !spirv.arm.tensor<4xi16>) -> (!spirv.arm.tensor<4xi16>, !spirv.arm.tensor<4xi16>) {
  // BINARY: spirv.ARM.Graph @two(%[[A:.*]]: !spirv.arm.tensor<4xi16>, %[[B:.*]]: !spirv.arm.tensor<4xi16>) -> (!spirv.arm.tensor<4xi16>, !spirv.arm.tensor<4xi16>) attributes {entry_point = false} {
  spirv.ARM.Graph @two(%arg0: !spirv.arm.tensor<4xi16>, %arg1: !spirv.arm.tensor<4xi16>) -> (!spirv.arm.tensor<4xi16>, !spirv.arm.tensor<4xi16>) {
    // CHECK-NEXT: spirv.ARM.GraphOutputs %[[B]], %[[A]] : !spirv.arm.tensor<4xi16>, !spirv.arm.tensor<4xi16>
    spirv.ARM.GraphOutputs %arg1, %arg0 : !spirv.arm.tensor<4xi16>, !spirv.arm.tensor<4xi16>
  }
}
