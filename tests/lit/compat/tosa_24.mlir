// RUN: spv-opt %s --mlir-compat=24 --no-implicit-module | FileCheck %s
// RUN: spv-opt %s --mlir-compat=24 --no-implicit-module --test-spirv-roundtrip | FileCheck %s
// RUN: spv-opt %s --mlir-compat=24 --no-implicit-module --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: spv-opt %s --mlir-compat=24 --no-implicit-module --emit=spvasm | FileCheck %s --check-prefix=BINARY
// LLVM writes constant operands of TOSA instructions as attributes.

// CHECK-LABEL: spirv.module
// BINARY: %[[SET:.*]] = OpExtInstImport "TOSA.001000.1"
// BINARY-DAG: %[[ONE:.*]] = OpConstant %{{.*}} 1
// BINARY-DAG: %[[TWO:.*]] = OpConstant %{{.*}} 2
// BINARY-DAG: %[[TRUE:.*]] = OpConstantTrue
spirv.module Logical Vulkan requires #spirv.vce<v1.5, [VulkanMemoryModel, Shader, Int8, TensorsARM, GraphARM], [SPV_ARM_tensors, SPV_ARM_graph]> {
  // CHECK: spirv.ARM.Graph @enumerants
  spirv.ARM.Graph @enumerants(%a: !spirv.arm.tensor<2x4xf32>) -> !spirv.arm.tensor<2xi32> {
    // CHECK-NEXT: %[[M:.*]] = spirv.Tosa.ArgMax axis = 1, nan_mode = <Ignore>, %{{.*}} : !spirv.arm.tensor<2x4xf32> -> !spirv.arm.tensor<2xi32>
    // CHECK-NEXT: spirv.ARM.GraphOutputs %[[M]]
    // GENERIC: "spirv.Tosa.ArgMax"(%{{.*}}) <{axis = 1 : i32, nan_mode = #spirv.tosa_ext_nan_propagation_mode_type<Ignore>}> : (!spirv.arm.tensor<2x4xf32>) -> !spirv.arm.tensor<2xi32>
    // BINARY: OpExtInst %{{.*}} %[[SET]] ARGMAX %[[ONE]] %[[TWO]] %
    %0 = spirv.Tosa.ArgMax axis = 1, nan_mode = <Ignore>, %a : !spirv.arm.tensor<2x4xf32> -> !spirv.arm.tensor<2xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2xi32>
  }
  // CHECK: spirv.ARM.Graph @lists
  spirv.ARM.Graph @lists(%a: !spirv.arm.tensor<1x8x8x3xf32>, %b: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<1x8x4x3xf32>, !spirv.arm.tensor<6x2x4xf32>) {
    // CHECK-NEXT: spirv.Tosa.MaxPool2D kernel = [3, 2], stride = [1, 2], pad = [1, 1, 0, 0], nan_mode = <Propagate>, %{{.*}} :
    // GENERIC: "spirv.Tosa.MaxPool2D"(%{{.*}}) <{kernel = dense<[3, 2]> : !spirv.arm.tensor<2xi32>, nan_mode = #spirv.tosa_ext_nan_propagation_mode_type<Propagate>, pad = dense<[1, 1, 0, 0]> : !spirv.arm.tensor<4xi32>, stride = dense<[1, 2]> : !spirv.arm.tensor<2xi32>}>
    %0 = spirv.Tosa.MaxPool2D kernel = [3, 2], stride = [1, 2], pad = [1, 1, 0, 0], nan_mode = <Propagate>, %a : !spirv.arm.tensor<1x8x8x3xf32> -> !spirv.arm.tensor<1x8x4x3xf32>
    // CHECK-NEXT: spirv.Tosa.Transpose perms = [2, 0, 1], %{{.*}} :
    %1 = spirv.Tosa.Transpose perms = [2, 0, 1], %b : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<6x2x4xf32>
    spirv.ARM.GraphOutputs %0, %1 : !spirv.arm.tensor<1x8x4x3xf32>, !spirv.arm.tensor<6x2x4xf32>
  }
  // CHECK: spirv.ARM.Graph @scalars
  spirv.ARM.Graph @scalars(%a: !spirv.arm.tensor<2x4xi8>, %b: !spirv.arm.tensor<2x4xi32>) -> (!spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<2x4xi32>) {
    // CHECK-NEXT: spirv.Tosa.Clamp min_val = -3 : i8, max_val = 100 : i8, nan_mode = <Propagate>, %{{.*}} :
    %0 = spirv.Tosa.Clamp min_val = -3 : i8, max_val = 100 : i8, nan_mode = <Propagate>, %a : !spirv.arm.tensor<2x4xi8> -> !spirv.arm.tensor<2x4xi8>
    // CHECK-NEXT: spirv.Tosa.ArithmeticRightShift round = true, %{{.*}}, %{{.*}} :
    // BINARY: ARITHMETIC_RIGHT_SHIFT %[[TRUE]]
    %1 = spirv.Tosa.ArithmeticRightShift round = true, %b, %b : !spirv.arm.tensor<2x4xi32>, !spirv.arm.tensor<2x4xi32> -> !spirv.arm.tensor<2x4xi32>
    spirv.ARM.GraphOutputs %0, %1 : !spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<2x4xi32>
  }
}
