// All TOSA ops of the SPIR-V dialect.

spirv.module Logical Vulkan requires #spirv.vce<v1.5, [VulkanMemoryModel, Shader, Int8, Int16, Int64, Float16, TensorsARM, GraphARM], [SPV_ARM_tensors, SPV_ARM_graph]> {
  spirv.ARM.Graph @argmax(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x6xi32> {
    %0 = spirv.Tosa.ArgMax axis = 1, nan_mode = <Ignore>, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x6xi32>
  }
  spirv.ARM.Graph @avgpool2d(%a0: !spirv.arm.tensor<1x8x8x3xf16>, %a1: !spirv.arm.tensor<1xf16>, %a2: !spirv.arm.tensor<1xf16>) -> !spirv.arm.tensor<1x4x4x3xf16> {
    %0 = spirv.Tosa.AvgPool2D kernel = [2, 2], stride = [2, 2], pad = [0, 0, 0, 0], acc_type = <FP32>, %a0, %a1, %a2 : !spirv.arm.tensor<1x8x8x3xf16>, !spirv.arm.tensor<1xf16>, !spirv.arm.tensor<1xf16> -> !spirv.arm.tensor<1x4x4x3xf16>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x3xf16>
  }
  spirv.ARM.Graph @conv2d(%a0: !spirv.arm.tensor<1x8x8x3xi8>, %a1: !spirv.arm.tensor<4x3x3x3xi8>, %a2: !spirv.arm.tensor<4xi32>, %a3: !spirv.arm.tensor<1xi8>, %a4: !spirv.arm.tensor<1xi8>) -> !spirv.arm.tensor<1x8x8x4xi32> {
    %0 = spirv.Tosa.Conv2D pad = [1, 1, 1, 1], stride = [1, 1], dilation = [1, 1], acc_type = <INT32>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x8x8x3xi8>, !spirv.arm.tensor<4x3x3x3xi8>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x8x8x4xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x8x4xi32>
  }
  spirv.ARM.Graph @conv3d(%a0: !spirv.arm.tensor<1x4x4x4x2xf32>, %a1: !spirv.arm.tensor<3x1x1x1x2xf32>, %a2: !spirv.arm.tensor<3xf32>, %a3: !spirv.arm.tensor<1xf32>, %a4: !spirv.arm.tensor<1xf32>) -> !spirv.arm.tensor<1x4x4x4x3xf32> {
    %0 = spirv.Tosa.Conv3D pad = [0, 0, 0, 0, 0, 0], stride = [1, 1, 1], dilation = [1, 1, 1], acc_type = <FP32>, local_bound = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x4x2xf32>, !spirv.arm.tensor<3x1x1x1x2xf32>, !spirv.arm.tensor<3xf32>, !spirv.arm.tensor<1xf32>, !spirv.arm.tensor<1xf32> -> !spirv.arm.tensor<1x4x4x4x3xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x4x3xf32>
  }
  spirv.ARM.Graph @depthwiseconv2d(%a0: !spirv.arm.tensor<1x4x4x2xi16>, %a1: !spirv.arm.tensor<1x1x2x3xi8>, %a2: !spirv.arm.tensor<6xi64>, %a3: !spirv.arm.tensor<1xi16>, %a4: !spirv.arm.tensor<1xi8>) -> !spirv.arm.tensor<1x4x4x6xi64> {
    %0 = spirv.Tosa.DepthwiseConv2D pad = [0, 0, 0, 0], stride = [1, 1], dilation = [1, 1], acc_type = <INT48>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xi16>, !spirv.arm.tensor<1x1x2x3xi8>, !spirv.arm.tensor<6xi64>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x4x4x6xi64>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x6xi64>
  }
  spirv.ARM.Graph @fft2d(%a0: !spirv.arm.tensor<4x8x8xf32>, %a1: !spirv.arm.tensor<4x8x8xf32>) -> (!spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>) {
    %0 = spirv.Tosa.FFT2D inverse = true, local_bound = false, %a0, %a1 : !spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32> -> !spirv.struct<(!spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>)>
    %1 = spirv.CompositeExtract %0[0 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>)>
    %2 = spirv.CompositeExtract %0[1 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>)>
    spirv.ARM.GraphOutputs %1, %2 : !spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>
  }
  spirv.ARM.Graph @matmul(%a0: !spirv.arm.tensor<2x4x6xi8>, %a1: !spirv.arm.tensor<2x6x3xi8>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi8>) -> !spirv.arm.tensor<2x4x3xi32> {
    %0 = spirv.Tosa.MatMul %a0, %a1, %a2, %a3 : !spirv.arm.tensor<2x4x6xi8>, !spirv.arm.tensor<2x6x3xi8>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<2x4x3xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x3xi32>
  }
  spirv.ARM.Graph @maxpool2d(%a0: !spirv.arm.tensor<1x8x8x3xf32>) -> !spirv.arm.tensor<1x8x4x3xf32> {
    %0 = spirv.Tosa.MaxPool2D kernel = [3, 2], stride = [1, 2], pad = [1, 1, 0, 0], nan_mode = <Propagate>, %a0 : !spirv.arm.tensor<1x8x8x3xf32> -> !spirv.arm.tensor<1x8x4x3xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x4x3xf32>
  }
  spirv.ARM.Graph @rfft2d(%a0: !spirv.arm.tensor<4x8x8xf32>) -> (!spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>) {
    %0 = spirv.Tosa.RFFT2D local_bound = true, %a0 : !spirv.arm.tensor<4x8x8xf32> -> !spirv.struct<(!spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>)>
    %1 = spirv.CompositeExtract %0[0 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>)>
    %2 = spirv.CompositeExtract %0[1 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>)>
    spirv.ARM.GraphOutputs %1, %2 : !spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>
  }
  spirv.ARM.Graph @transposeconv2d(%a0: !spirv.arm.tensor<1x4x4x2xf16>, %a1: !spirv.arm.tensor<3x1x1x2xf16>, %a2: !spirv.arm.tensor<3xf16>, %a3: !spirv.arm.tensor<1xf16>, %a4: !spirv.arm.tensor<1xf16>) -> !spirv.arm.tensor<1x4x4x3xf16> {
    %0 = spirv.Tosa.TransposeConv2D out_pad = [0, 0, 0, 0], stride = [1, 1], acc_type = <FP16>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xf16>, !spirv.arm.tensor<3x1x1x2xf16>, !spirv.arm.tensor<3xf16>, !spirv.arm.tensor<1xf16>, !spirv.arm.tensor<1xf16> -> !spirv.arm.tensor<1x4x4x3xf16>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x3xf16>
  }
  spirv.ARM.Graph @clamp(%a0: !spirv.arm.tensor<2x4xi8>) -> !spirv.arm.tensor<2x4xi8> {
    %0 = spirv.Tosa.Clamp min_val = -3 : i8, max_val = 100 : i8, nan_mode = <Ignore>, %a0 : !spirv.arm.tensor<2x4xi8> -> !spirv.arm.tensor<2x4xi8>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi8>
  }
  spirv.ARM.Graph @clamp2(%a0: !spirv.arm.tensor<2x4xf32>) -> !spirv.arm.tensor<2x4xf32> {
    %0 = spirv.Tosa.Clamp min_val = -1.000000e+00 : f32, max_val = 2.500000e+00 : f32, nan_mode = <Propagate>, %a0 : !spirv.arm.tensor<2x4xf32> -> !spirv.arm.tensor<2x4xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xf32>
  }
  spirv.ARM.Graph @erf(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Erf %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @sigmoid(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Sigmoid %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @tanh(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Tanh %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @ceil(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Ceil %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @cos(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Cos %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @exp(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Exp %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @floor(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Floor %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @log(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Log %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @reciprocal(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Reciprocal %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @rsqrt(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Rsqrt %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @sin(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Sin %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @add(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x1x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Add %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x1x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @sub(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x1x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Sub %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x1x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @pow(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Pow %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @arithmeticrightshift(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.ArithmeticRightShift round = true, %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @bitwiseand(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.BitwiseAnd %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @bitwiseor(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.BitwiseOr %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @bitwisexor(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.BitwiseXor %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @logicalleftshift(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.LogicalLeftShift %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @logicalrightshift(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.LogicalRightShift %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @intdiv(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.IntDiv %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @logicaland(%a0: !spirv.arm.tensor<2x4x6xi1>, %a1: !spirv.arm.tensor<2x4x6xi1>) -> !spirv.arm.tensor<2x4x6xi1> {
    %0 = spirv.Tosa.LogicalAnd %a0, %a1 : !spirv.arm.tensor<2x4x6xi1>, !spirv.arm.tensor<2x4x6xi1> -> !spirv.arm.tensor<2x4x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi1>
  }
  spirv.ARM.Graph @logicalor(%a0: !spirv.arm.tensor<2x4x6xi1>, %a1: !spirv.arm.tensor<2x4x6xi1>) -> !spirv.arm.tensor<2x4x6xi1> {
    %0 = spirv.Tosa.LogicalOr %a0, %a1 : !spirv.arm.tensor<2x4x6xi1>, !spirv.arm.tensor<2x4x6xi1> -> !spirv.arm.tensor<2x4x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi1>
  }
  spirv.ARM.Graph @logicalxor(%a0: !spirv.arm.tensor<2x4x6xi1>, %a1: !spirv.arm.tensor<2x4x6xi1>) -> !spirv.arm.tensor<2x4x6xi1> {
    %0 = spirv.Tosa.LogicalXor %a0, %a1 : !spirv.arm.tensor<2x4x6xi1>, !spirv.arm.tensor<2x4x6xi1> -> !spirv.arm.tensor<2x4x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi1>
  }
  spirv.ARM.Graph @maximum(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Maximum nan_mode = <Propagate>, %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @minimum(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Minimum nan_mode = <Ignore>, %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @mul(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4x6xi32>, %a2: !spirv.arm.tensor<1xi8>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.Mul %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @table(%a0: !spirv.arm.tensor<2x4xi8>, %a1: !spirv.arm.tensor<256xi8>) -> !spirv.arm.tensor<2x4xi8> {
    %0 = spirv.Tosa.Table %a0, %a1 : !spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<256xi8> -> !spirv.arm.tensor<2x4xi8>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi8>
  }
  spirv.ARM.Graph @abs(%a0: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.Abs %a0 : !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @bitwisenot(%a0: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.BitwiseNot %a0 : !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @clz(%a0: !spirv.arm.tensor<2x4x6xi32>) -> !spirv.arm.tensor<2x4x6xi32> {
    %0 = spirv.Tosa.Clz %a0 : !spirv.arm.tensor<2x4x6xi32> -> !spirv.arm.tensor<2x4x6xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
  }
  spirv.ARM.Graph @logicalnot(%a0: !spirv.arm.tensor<2x4x6xi1>) -> !spirv.arm.tensor<2x4x6xi1> {
    %0 = spirv.Tosa.LogicalNot %a0 : !spirv.arm.tensor<2x4x6xi1> -> !spirv.arm.tensor<2x4x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi1>
  }
  spirv.ARM.Graph @negate(%a0: !spirv.arm.tensor<2x4xi8>, %a1: !spirv.arm.tensor<1xi8>, %a2: !spirv.arm.tensor<1xi8>) -> !spirv.arm.tensor<2x4xi8> {
    %0 = spirv.Tosa.Negate %a0, %a1, %a2 : !spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<2x4xi8>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi8>
  }
  spirv.ARM.Graph @select(%a0: !spirv.arm.tensor<2x4x6xi1>, %a1: !spirv.arm.tensor<2x4x6xf32>, %a2: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Select %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xi1>, !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @equal(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xi1> {
    %0 = spirv.Tosa.Equal %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi1>
  }
  spirv.ARM.Graph @greater(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xi1> {
    %0 = spirv.Tosa.Greater %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi1>
  }
  spirv.ARM.Graph @greaterequal(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xi1> {
    %0 = spirv.Tosa.GreaterEqual %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi1>
  }
  spirv.ARM.Graph @reduceall(%a0: !spirv.arm.tensor<2x4x6xi1>) -> !spirv.arm.tensor<2x1x6xi1> {
    %0 = spirv.Tosa.ReduceAll axis = 1, %a0 : !spirv.arm.tensor<2x4x6xi1> -> !spirv.arm.tensor<2x1x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x1x6xi1>
  }
  spirv.ARM.Graph @reduceany(%a0: !spirv.arm.tensor<2x4x6xi1>) -> !spirv.arm.tensor<2x1x6xi1> {
    %0 = spirv.Tosa.ReduceAny axis = 1, %a0 : !spirv.arm.tensor<2x4x6xi1> -> !spirv.arm.tensor<2x1x6xi1>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x1x6xi1>
  }
  spirv.ARM.Graph @reducemax(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<1x4x6xf32> {
    %0 = spirv.Tosa.ReduceMax axis = 0, nan_mode = <Propagate>, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<1x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x6xf32>
  }
  spirv.ARM.Graph @reducemin(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<1x4x6xf32> {
    %0 = spirv.Tosa.ReduceMin axis = 0, nan_mode = <Propagate>, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<1x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x6xf32>
  }
  spirv.ARM.Graph @reduceproduct(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x1xf32> {
    %0 = spirv.Tosa.ReduceProduct axis = 2, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x1xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x1xf32>
  }
  spirv.ARM.Graph @reducesum(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x1xf32> {
    %0 = spirv.Tosa.ReduceSum axis = 2, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x1xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x1xf32>
  }
  spirv.ARM.Graph @concat(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x3x6xf32>, %a2: !spirv.arm.tensor<2x1x6xf32>) -> !spirv.arm.tensor<2x8x6xf32> {
    %0 = spirv.Tosa.Concat axis = 1, %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x3x6xf32>, !spirv.arm.tensor<2x1x6xf32> -> !spirv.arm.tensor<2x8x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x8x6xf32>
  }
  spirv.ARM.Graph @pad(%a0: !spirv.arm.tensor<4x7xi8>, %a1: !spirv.arm.tensor<4xi32>, %a2: !spirv.arm.tensor<1xi8>) -> !spirv.arm.tensor<6x9xi8> {
    %0 = spirv.Tosa.Pad %a0, %a1, %a2 : !spirv.arm.tensor<4x7xi8>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<6x9xi8>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<6x9xi8>
  }
  spirv.ARM.Graph @reshape(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2xi32>) -> !spirv.arm.tensor<8x6xf32> {
    %0 = spirv.Tosa.Reshape %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2xi32> -> !spirv.arm.tensor<8x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<8x6xf32>
  }
  spirv.ARM.Graph @reverse(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Reverse axis = 2, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @slice(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<3xi32>, %a2: !spirv.arm.tensor<3xi32>) -> !spirv.arm.tensor<1x2x3xf32> {
    %0 = spirv.Tosa.Slice %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<3xi32>, !spirv.arm.tensor<3xi32> -> !spirv.arm.tensor<1x2x3xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x2x3xf32>
  }
  spirv.ARM.Graph @tile(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<3xi32>) -> !spirv.arm.tensor<4x4x6xf32> {
    %0 = spirv.Tosa.Tile %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<3xi32> -> !spirv.arm.tensor<4x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<4x4x6xf32>
  }
  spirv.ARM.Graph @transpose(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<6x2x4xf32> {
    %0 = spirv.Tosa.Transpose perms = [2, 0, 1], %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<6x2x4xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<6x2x4xf32>
  }
  spirv.ARM.Graph @gather(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x3xi32>) -> !spirv.arm.tensor<2x3x6xf32> {
    %0 = spirv.Tosa.Gather %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x3xi32> -> !spirv.arm.tensor<2x3x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x3x6xf32>
  }
  spirv.ARM.Graph @scatter(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x3xi32>, %a2: !spirv.arm.tensor<2x3x6xf32>) -> !spirv.arm.tensor<2x4x6xf32> {
    %0 = spirv.Tosa.Scatter %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x3xi32>, !spirv.arm.tensor<2x3x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
  }
  spirv.ARM.Graph @resize(%a0: !spirv.arm.tensor<1x4x4x2xf32>, %a1: !spirv.arm.tensor<4xi32>, %a2: !spirv.arm.tensor<2xi32>, %a3: !spirv.arm.tensor<2xi32>) -> !spirv.arm.tensor<1x8x8x2xf32> {
    %0 = spirv.Tosa.Resize mode = <Bilinear>, %a0, %a1, %a2, %a3 : !spirv.arm.tensor<1x4x4x2xf32>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<2xi32>, !spirv.arm.tensor<2xi32> -> !spirv.arm.tensor<1x8x8x2xf32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x8x2xf32>
  }
  spirv.ARM.Graph @resize2(%a0: !spirv.arm.tensor<1x4x4x2xi8>, %a1: !spirv.arm.tensor<4xi32>, %a2: !spirv.arm.tensor<2xi32>, %a3: !spirv.arm.tensor<2xi32>) -> !spirv.arm.tensor<1x8x8x2xi8> {
    %0 = spirv.Tosa.Resize mode = <NearestNeighbor>, %a0, %a1, %a2, %a3 : !spirv.arm.tensor<1x4x4x2xi8>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<2xi32>, !spirv.arm.tensor<2xi32> -> !spirv.arm.tensor<1x8x8x2xi8>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x8x2xi8>
  }
  spirv.ARM.Graph @cast(%a0: !spirv.arm.tensor<2x4x6xf32>) -> !spirv.arm.tensor<2x4x6xf16> {
    %0 = spirv.Tosa.Cast %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf16>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf16>
  }
  spirv.ARM.Graph @rescale(%a0: !spirv.arm.tensor<2x4xi16>, %a1: !spirv.arm.tensor<1xi32>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi16>, %a4: !spirv.arm.tensor<1xi16>) -> !spirv.arm.tensor<2x4xi16> {
    %0 = spirv.Tosa.Rescale scale32 = true, rounding_mode = <DoubleRound>, per_channel = false, input_unsigned = false, output_unsigned = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<2x4xi16>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi16> -> !spirv.arm.tensor<2x4xi16>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi16>
  }
  spirv.ARM.Graph @rescale2(%a0: !spirv.arm.tensor<2x4xi32>, %a1: !spirv.arm.tensor<1xi16>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi32>, %a4: !spirv.arm.tensor<1xi8>) -> !spirv.arm.tensor<2x4xi8> {
    %0 = spirv.Tosa.Rescale scale32 = false, rounding_mode = <SingleRound>, per_channel = false, input_unsigned = false, output_unsigned = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<2x4xi32>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<2x4xi8>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi8>
  }
  spirv.ARM.Graph @rescale3(%a0: !spirv.arm.tensor<2x4xi32>, %a1: !spirv.arm.tensor<1xi32>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi32>, %a4: !spirv.arm.tensor<1xi32>) -> !spirv.arm.tensor<2x4xi32> {
    %0 = spirv.Tosa.Rescale scale32 = true, rounding_mode = <InexactRound>, per_channel = false, input_unsigned = false, output_unsigned = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<2x4xi32>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi32> -> !spirv.arm.tensor<2x4xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi32>
  }
}
