// RUN: spv-opt %s --mlir-compat=24 --split-input-file --verify-diagnostics --emit=none
// Each part breaks one rule of LLVM's verifier for TOSA ops; the messages are those of iree-opt.
spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2xf64>) -> (!spirv.arm.tensor<8x6xf64>) {
  // expected-error @+1 {{'spirv.Tosa.Reshape' op operand #1 must be rank 1 tensorArm of length 1/2/3/4/5/6 of Int32 values, but got '!spirv.arm.tensor<2xf64>'}}
  %0 = spirv.Tosa.Reshape %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2xf64> -> !spirv.arm.tensor<8x6xf64>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<8x6xf64>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<4x8x8xf32>, %a1: !spirv.arm.tensor<4x8x8xi32>) -> (!spirv.arm.tensor<4x8x8x1xf32>, !spirv.arm.tensor<2x8x8xf32>) {
  // expected-error @+1 {{'spirv.Tosa.FFT2D' op operand #1 must be 3D tensorArm of Float32 values, but got '!spirv.arm.tensor<4x8x8xi32>'}}
  %0 = spirv.Tosa.FFT2D inverse = true, local_bound = false, %a0, %a1 : !spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xi32> -> !spirv.struct<(!spirv.arm.tensor<4x8x8x1xf32>, !spirv.arm.tensor<2x8x8xf32>)>
  %e0 = spirv.CompositeExtract %0[0 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x8x1xf32>, !spirv.arm.tensor<2x8x8xf32>)>
  %e1 = spirv.CompositeExtract %0[1 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x8x1xf32>, !spirv.arm.tensor<2x8x8xf32>)>
  spirv.ARM.GraphOutputs %e0, %e1 : !spirv.arm.tensor<4x8x8x1xf32>, !spirv.arm.tensor<2x8x8xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x4x6xf64>) -> (!spirv.arm.tensor<2x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Minimum' op operand #1 must be 1D/2D/3D/4D/5D/6D tensorArm of Int32 or Float16 or Float32 or BFloat16 values, but got '!spirv.arm.tensor<2x4x6xf64>'}}
  %0 = spirv.Tosa.Minimum nan_mode = <Ignore>, %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf64> -> !spirv.arm.tensor<2x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<2x4x2xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Ceil' op failed to verify that all of {input1, output} have same type}}
  %0 = spirv.Tosa.Ceil %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x2xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x2xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<2x4x6xf16>) {
  // expected-error @+1 {{'spirv.Tosa.Erf' op failed to verify that all of {input, output} have same type}}
  %0 = spirv.Tosa.Erf %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x2xbf16>, %a1: !spirv.arm.tensor<3x1x1x2xf16>, %a2: !spirv.arm.tensor<3xf16>, %a3: !spirv.arm.tensor<1xf16>, %a4: !spirv.arm.tensor<1xf16>) -> (!spirv.arm.tensor<1x4x4x3xf16>) {
  // expected-error @+1 {{'spirv.Tosa.TransposeConv2D' op failed to verify that if input has type bfloat16 type then output must have a type in [bfloat16 type]}}
  %0 = spirv.Tosa.TransposeConv2D out_pad = [0, 0, 0, 0], stride = [1, 1], acc_type = <FP16>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xbf16>, !spirv.arm.tensor<3x1x1x2xf16>, !spirv.arm.tensor<3xf16>, !spirv.arm.tensor<1xf16>, !spirv.arm.tensor<1xf16> -> !spirv.arm.tensor<1x4x4x3xf16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x3xf16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x2xi16>, %a1: !spirv.arm.tensor<1x1x2x3xi8>, %a2: !spirv.arm.tensor<6xi64>, %a3: !spirv.arm.tensor<1xi16>, %a4: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<1x4x4x6xi16>) {
  // expected-error @+1 {{'spirv.Tosa.DepthwiseConv2D' op result #0 must be 4D tensorArm of 32/64-bit integer or Float16 or Float32 or BFloat16 values, but got '!spirv.arm.tensor<1x4x4x6xi16>'}}
  %0 = spirv.Tosa.DepthwiseConv2D pad = [0, 0, 0, 0], stride = [1, 1], dilation = [1, 1], acc_type = <INT48>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xi16>, !spirv.arm.tensor<1x1x2x3xi8>, !spirv.arm.tensor<6xi64>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x4x4x6xi16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x6xi16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x2xf16>, %a1: !spirv.arm.tensor<3x1x1x2xf16>, %a2: !spirv.arm.tensor<3xf16>, %a3: !spirv.arm.tensor<1xf16>, %a4: !spirv.arm.tensor<1xf16>) -> (!spirv.arm.tensor<1x4x3x3xf16>) {
  // expected-error @+1 {{'spirv.Tosa.TransposeConv2D' op failed to verify that shapes of input, weight, and output must satisfy [N,IH,IW,*], [*,KH,KW,*], [N,OH,OW,*], with OH = (IH - 1) * stride_y + out_pad_top + out_pad_bottom + KH and OW = (IW - 1) * stride_x + out_pad_left + out_pad_right + KW}}
  %0 = spirv.Tosa.TransposeConv2D out_pad = [0, 0, 0, 0], stride = [1, 1], acc_type = <FP16>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xf16>, !spirv.arm.tensor<3x1x1x2xf16>, !spirv.arm.tensor<3xf16>, !spirv.arm.tensor<1xf16>, !spirv.arm.tensor<1xf16> -> !spirv.arm.tensor<1x4x3x3xf16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x3x3xf16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<3x8x8x3xf16>, %a1: !spirv.arm.tensor<1xf16>, %a2: !spirv.arm.tensor<1xbf16>) -> (!spirv.arm.tensor<1x4x4x3xf16>) {
  // expected-error @+1 {{'spirv.Tosa.AvgPool2D' op failed to verify that all of {input, input_zp, output, output_zp} have same element type}}
  %0 = spirv.Tosa.AvgPool2D kernel = [2, 2], stride = [2, 2], pad = [0, 0, 0, 0], acc_type = <FP32>, %a0, %a1, %a2 : !spirv.arm.tensor<3x8x8x3xf16>, !spirv.arm.tensor<1xf16>, !spirv.arm.tensor<1xbf16> -> !spirv.arm.tensor<1x4x4x3xf16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x3xf16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4xi32>) -> (!spirv.arm.tensor<2x4x6xi32>) {
  // expected-error @+1 {{'spirv.Tosa.LogicalLeftShift' op failed to verify that all of {input1, input2, output} have same rank}}
  %0 = spirv.Tosa.LogicalLeftShift %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4xi32> -> !spirv.arm.tensor<2x4x6xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x4xi32>) -> (!spirv.arm.tensor<2x4x6xi8>) {
  // expected-error @+1 {{'spirv.Tosa.BitwiseAnd' op failed to verify that all of {input1, output} have same element type}}
  %0 = spirv.Tosa.BitwiseAnd %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x4xi32> -> !spirv.arm.tensor<2x4x6xi8>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi8>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x8x8x3xi8>, %a1: !spirv.arm.tensor<4x3x3x3xi8>, %a2: !spirv.arm.tensor<4xi32>, %a3: !spirv.arm.tensor<1xi8>, %a4: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<1x8x8x4xi32>) {
  // expected-error @+1 {{'spirv.Tosa.Conv2D' op failed to verify that shapes of input, weight, and output must satisfy [N,IH,IW,*], [*,KH,KW,*], [N,OH,OW,*], with OH = ((IH - 1 + pad_top + pad_bottom - (KH - 1) * dilation_y) / stride_y) + 1 and OW = ((IW - 1 + pad_left + pad_right - (KW - 1) * dilation_x) / stride_x) + 1}}
  %0 = spirv.Tosa.Conv2D pad = [1, 1, 1, 1], stride = [1, 1], dilation = [9, 1], acc_type = <INT32>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x8x8x3xi8>, !spirv.arm.tensor<4x3x3x3xi8>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x8x8x4xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x8x4xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<?x?x?xf16>) {
  // expected-error @+1 {{'spirv.Tosa.Cast' op failed to verify that all of {input, output} have same shape}}
  %0 = spirv.Tosa.Cast %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<?x?x?xf16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<?x?x?xf16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi8>, %a1: !spirv.arm.tensor<1xi32>, %a2: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<2x4xi8>) {
  // expected-error @+1 {{'spirv.Tosa.Negate' op failed to verify that all of {input1, output, input1_zp, output_zp} have same element type}}
  %0 = spirv.Tosa.Negate %a0, %a1, %a2 : !spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<2x4xi8>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi8>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x8x8x3xi8>, %a1: !spirv.arm.tensor<4x3x3x3xi8>, %a2: !spirv.arm.tensor<4xf64>, %a3: !spirv.arm.tensor<1xi8>, %a4: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<1x8x8x4xi32>) {
  // expected-error @+1 {{'spirv.Tosa.Conv2D' op operand #2 must be 1D tensorArm of 32/64-bit integer or Float16 or Float32 or BFloat16 values, but got '!spirv.arm.tensor<4xf64>'}}
  %0 = spirv.Tosa.Conv2D pad = [1, 1, 1, 1], stride = [1, 1], dilation = [1, 1], acc_type = <INT32>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x8x8x3xi8>, !spirv.arm.tensor<4x3x3x3xi8>, !spirv.arm.tensor<4xf64>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x8x8x4xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x8x4xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<3x4x6xf32>, %a1: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<2x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Maximum' op failed to verify that the shape of input1 and input2 are compatible for broadcasting and the broadcast shape is equal to the output shape}}
  %0 = spirv.Tosa.Maximum nan_mode = <Propagate>, %a0, %a1 : !spirv.arm.tensor<3x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x8x8x3xf16>, %a1: !spirv.arm.tensor<1xf16>, %a2: !spirv.arm.tensor<1xf16>) -> (!spirv.arm.tensor<1x4x4x3xf16>) {
  // expected-error @+1 {{'spirv.Tosa.AvgPool2D' op attribute 'kernel' failed to satisfy constraint: 32-bit signless int elements attribute of shape [2] Attr with type = spirv::TensorArmType all values must be >= 1}}
  %0 = spirv.Tosa.AvgPool2D kernel = [2, 2, 1], stride = [2, 2], pad = [0, 0, 0, 0], acc_type = <FP32>, %a0, %a1, %a2 : !spirv.arm.tensor<1x8x8x3xf16>, !spirv.arm.tensor<1xf16>, !spirv.arm.tensor<1xf16> -> !spirv.arm.tensor<1x4x4x3xf16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x3xf16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xbf16>, %a1: !spirv.arm.tensor<2x4x6xi32>, %a2: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<2x4x1xi32>) {
  // expected-error @+1 {{'spirv.Tosa.Mul' op failed to verify that all of {input1, input2} have same element type}}
  %0 = spirv.Tosa.Mul %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xbf16>, !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<2x4x1xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x1xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<4x7xi16>, %a1: !spirv.arm.tensor<4xi32>, %a2: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<6x9xi8>) {
  // expected-error @+1 {{'spirv.Tosa.Pad' op failed to verify that all of {input1, pad_const, output} have same element type}}
  %0 = spirv.Tosa.Pad %a0, %a1, %a2 : !spirv.arm.tensor<4x7xi16>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<6x9xi8>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<6x9xi8>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi1>) -> (!spirv.arm.tensor<2x1x6xi1>) {
  // expected-error @+1 {{'spirv.Tosa.ReduceAll' op failed to verify that all of {input, output} have same rank}}
  %0 = spirv.Tosa.ReduceAll axis = 1, %a0 : !spirv.arm.tensor<2x4xi1> -> !spirv.arm.tensor<2x1x6xi1>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x1x6xi1>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi8>, %a1: !spirv.arm.tensor<2x6x3xi8>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xf32>) -> (!spirv.arm.tensor<2x4x3xi32>) {
  // expected-error @+1 {{'spirv.Tosa.MatMul' op failed to verify that all of {A, A_zp, B, B_zp} have same element type}}
  %0 = spirv.Tosa.MatMul %a0, %a1, %a2, %a3 : !spirv.arm.tensor<2x4x6xi8>, !spirv.arm.tensor<2x6x3xi8>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xf32> -> !spirv.arm.tensor<2x4x3xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x3xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi8>, %a1: !spirv.arm.tensor<256xi8>) -> (!spirv.arm.tensor<2x4x1xi8>) {
  // expected-error @+1 {{'spirv.Tosa.Table' op failed to verify that all of {input1, output} have same shape}}
  %0 = spirv.Tosa.Table %a0, %a1 : !spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<256xi8> -> !spirv.arm.tensor<2x4x1xi8>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x1xi8>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x2xi16>, %a1: !spirv.arm.tensor<1x1x2x3xi8>, %a2: !spirv.arm.tensor<6xi64>, %a3: !spirv.arm.tensor<1xi16>, %a4: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<1x4x4x6xi64>) {
  // expected-error @+1 {{'spirv.Tosa.DepthwiseConv2D' op failed to verify that shapes of input, weight, and output must satisfy [N,IH,IW,*], [KH,KW,*,*], [N,OH,OW,*], with OH = ((IH - 1 + pad_top + pad_bottom - (KH - 1) * dilation_y) / stride_y) + 1 and OW = ((IW - 1 + pad_left + pad_right - (KW - 1) * dilation_x) / stride_x) + 1}}
  %0 = spirv.Tosa.DepthwiseConv2D pad = [0, 0, 3, 0], stride = [1, 1], dilation = [1, 1], acc_type = <INT48>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xi16>, !spirv.arm.tensor<1x1x2x3xi8>, !spirv.arm.tensor<6xi64>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x4x4x6xi64>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x6xi64>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<6x2xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Transpose' op failed to verify that all of {input1, output} have same rank}}
  %0 = spirv.Tosa.Transpose perms = [2, 0, 1, 1], %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<6x2xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<6x2xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xf32>, %a1: !spirv.arm.tensor<3xi32>, %a2: !spirv.arm.tensor<3xi32>) -> (!spirv.arm.tensor<1x2x3xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Slice' op failed to verify that the number of elements of start must be rank(input1)}}
  %0 = spirv.Tosa.Slice %a0, %a1, %a2 : !spirv.arm.tensor<2x4xf32>, !spirv.arm.tensor<3xi32>, !spirv.arm.tensor<3xi32> -> !spirv.arm.tensor<1x2x3xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x2x3xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x8x8x3xi8>, %a1: !spirv.arm.tensor<4x3x3x2xf16>, %a2: !spirv.arm.tensor<4xi32>, %a3: !spirv.arm.tensor<1xi8>, %a4: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<1x8x8x4xi32>) {
  // expected-error @+1 {{'spirv.Tosa.Conv2D' op failed to verify that shapes of input, weight, bias, and output must satisfy [N,IH,IW,IC], [OC,KH,KW,IC], [OC/1], [N,OH,OW,OC]}}
  %0 = spirv.Tosa.Conv2D pad = [1, 1, 1, 1], stride = [1, 1], dilation = [1, 1], acc_type = <INT32>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x8x8x3xi8>, !spirv.arm.tensor<4x3x3x2xf16>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x8x8x4xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x8x4xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<3x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.ReduceMin' op failed to verify that shape of output must match the shape of input with the dimension at axis replaced by 1}}
  %0 = spirv.Tosa.ReduceMin axis = 0, nan_mode = <Propagate>, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<3x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<3x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi8>, %a1: !spirv.arm.tensor<2x6x3xbf16>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<2x4x3xi64>) {
  // expected-error @+1 {{'spirv.Tosa.MatMul' op failed to verify that if A has type 8-bit signless integer then output must have a type in [32-bit signless integer]}}
  %0 = spirv.Tosa.MatMul %a0, %a1, %a2, %a3 : !spirv.arm.tensor<2x4x6xi8>, !spirv.arm.tensor<2x6x3xbf16>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<2x4x3xi64>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x3xi64>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<4x8x8xf32>) -> (!spirv.arm.tensor<4x8x5x2xf32>, !spirv.arm.tensor<4x8x5xf32>) {
  // expected-error @+1 {{'spirv.Tosa.RFFT2D' op result #0 must be Struct with any combination of 3D tensorArm of Float32 values values, but got '!spirv.struct<(!spirv.arm.tensor<4x8x5x2xf32>, !spirv.arm.tensor<4x8x5xf32>)>'}}
  %0 = spirv.Tosa.RFFT2D local_bound = true, %a0 : !spirv.arm.tensor<4x8x8xf32> -> !spirv.struct<(!spirv.arm.tensor<4x8x5x2xf32>, !spirv.arm.tensor<4x8x5xf32>)>
  %e0 = spirv.CompositeExtract %0[0 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x5x2xf32>, !spirv.arm.tensor<4x8x5xf32>)>
  %e1 = spirv.CompositeExtract %0[1 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x5x2xf32>, !spirv.arm.tensor<4x8x5xf32>)>
  spirv.ARM.GraphOutputs %e0, %e1 : !spirv.arm.tensor<4x8x5x2xf32>, !spirv.arm.tensor<4x8x5xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi8>, %a1: !spirv.arm.tensor<2xi8>) -> (!spirv.arm.tensor<2x4xi8>) {
  // expected-error @+1 {{'spirv.Tosa.Table' op failed to verify that table must have size 256 if input1 has element type 8-bit signless integer}}
  %0 = spirv.Tosa.Table %a0, %a1 : !spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<2xi8> -> !spirv.arm.tensor<2x4xi8>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi8>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi16>, %a1: !spirv.arm.tensor<4xi32>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi16>, %a4: !spirv.arm.tensor<1xi16>) -> (!spirv.arm.tensor<2x4xi16>) {
  // expected-error @+1 {{'spirv.Tosa.Rescale' op failed to verify that multiplier must have length input_shape[rank(input) - 1] when per_channel is true, otherwise length 1}}
  %0 = spirv.Tosa.Rescale scale32 = true, rounding_mode = <DoubleRound>, per_channel = false, input_unsigned = false, output_unsigned = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<2x4xi16>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi16> -> !spirv.arm.tensor<2x4xi16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x2xi16>, %a1: !spirv.arm.tensor<1x1x2x3xi8>, %a2: !spirv.arm.tensor<6xi64>, %a3: !spirv.arm.tensor<1xi16>, %a4: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<1x4x4x6xi64>) {
  // expected-error @+1 {{'spirv.Tosa.DepthwiseConv2D' op attribute 'pad' failed to satisfy constraint: 32-bit signless int elements attribute of shape [4] Attr with type = spirv::TensorArmType all values must be >= 0}}
  %0 = spirv.Tosa.DepthwiseConv2D pad = [0, 0, 0, 0, 1], stride = [1, 1], dilation = [1, 1], acc_type = <INT48>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xi16>, !spirv.arm.tensor<1x1x2x3xi8>, !spirv.arm.tensor<6xi64>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x4x4x6xi64>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x6xi64>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi8>, %a1: !spirv.arm.tensor<2x6x3xi8>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<2x2x3xi32>) {
  // expected-error @+1 {{'spirv.Tosa.MatMul' op failed to verify that shapes of A, B, and output must satisfy [N,H,C], [N,C,W], [N,H,W]}}
  %0 = spirv.Tosa.MatMul %a0, %a1, %a2, %a3 : !spirv.arm.tensor<2x4x6xi8>, !spirv.arm.tensor<2x6x3xi8>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<2x2x3xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x2x3xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi1>, %a1: !spirv.arm.tensor<2x4x6xi1>, %a2: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<2x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Select' op failed to verify that all of {true_value, false_value, output} have same element type}}
  %0 = spirv.Tosa.Select %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xi1>, !spirv.arm.tensor<2x4x6xi1>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x3xf32>) -> (!spirv.arm.tensor<6x2x4xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Transpose' op failed to verify that all of {input1, output} have same element count}}
  %0 = spirv.Tosa.Transpose perms = [2, 0, 1], %a0 : !spirv.arm.tensor<2x4x3xf32> -> !spirv.arm.tensor<6x2x4xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<6x2x4xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6x2xf32>) -> (!spirv.arm.tensor<2x6xi32>) {
  // expected-error @+1 {{'spirv.Tosa.ArgMax' op failed to verify that output rank must be equal to max(1, rank(input))}}
  %0 = spirv.Tosa.ArgMax axis = 1, nan_mode = <Ignore>, %a0 : !spirv.arm.tensor<2x4x6x2xf32> -> !spirv.arm.tensor<2x6xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x6xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<?x?x?xf32>, %a1: !spirv.arm.tensor<2x3xi32>, %a2: !spirv.arm.tensor<2x3x6xf32>) -> (!spirv.arm.tensor<2x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Scatter' op failed to verify that all of {values_in, values_out} have same type}}
  %0 = spirv.Tosa.Scatter %a0, %a1, %a2 : !spirv.arm.tensor<?x?x?xf32>, !spirv.arm.tensor<2x3xi32>, !spirv.arm.tensor<2x3x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi8>, %a1: !spirv.arm.tensor<1xi32>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi16>, %a4: !spirv.arm.tensor<1xi16>) -> (!spirv.arm.tensor<2x4xi16>) {
  // expected-error @+1 {{'spirv.Tosa.Rescale' op failed to verify that all of {input, input_zp} have same element type}}
  %0 = spirv.Tosa.Rescale scale32 = true, rounding_mode = <DoubleRound>, per_channel = false, input_unsigned = false, output_unsigned = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi16> -> !spirv.arm.tensor<2x4xi16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xbf16>) -> (!spirv.arm.tensor<1x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.ReduceMax' op failed to verify that all of {input, output} have same element type}}
  %0 = spirv.Tosa.ReduceMax axis = 0, nan_mode = <Propagate>, %a0 : !spirv.arm.tensor<2x4x6xbf16> -> !spirv.arm.tensor<1x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<3x4x4x2xf32>, %a1: !spirv.arm.tensor<4xi32>, %a2: !spirv.arm.tensor<2xi32>, %a3: !spirv.arm.tensor<2xi32>) -> (!spirv.arm.tensor<1x8x8x2xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Resize' op failed to verify that shapes of input and output must satisfy [N,*,*,C] and [N,*,*,C]}}
  %0 = spirv.Tosa.Resize mode = <Bilinear>, %a0, %a1, %a2, %a3 : !spirv.arm.tensor<3x4x4x2xf32>, !spirv.arm.tensor<4xi32>, !spirv.arm.tensor<2xi32>, !spirv.arm.tensor<2xi32> -> !spirv.arm.tensor<1x8x8x2xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x8x2xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<2x6xi32>) {
  // expected-error @+1 {{'spirv.Tosa.ArgMax' op attribute 'axis' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative whose maximum value is 5}}
  %0 = spirv.Tosa.ArgMax axis = 9, nan_mode = <Ignore>, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x6xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x6xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x3xi16>, %a2: !spirv.arm.tensor<2x3x6xf32>) -> (!spirv.arm.tensor<2x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Scatter' op operand #1 must be 2D tensorArm of Int32 values, but got '!spirv.arm.tensor<2x3xi16>'}}
  %0 = spirv.Tosa.Scatter %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x3xi16>, !spirv.arm.tensor<2x3x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x8x8x3xf32>) -> (!spirv.arm.tensor<1x8x4x3xf32>) {
  // expected-error @+1 {{'spirv.Tosa.MaxPool2D' op expected input_width + pad_left + pad_right - kernel_x to be wholly divisible by stride_x, got (8 + 0 + 0 - 1) / 2}}
  %0 = spirv.Tosa.MaxPool2D kernel = [3, 1], stride = [1, 2], pad = [1, 1, 0, 0], nan_mode = <Propagate>, %a0 : !spirv.arm.tensor<1x8x8x3xf32> -> !spirv.arm.tensor<1x8x4x3xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x4x3xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi8>) -> (!spirv.arm.tensor<2x6xf16>) {
  // expected-error @+1 {{'spirv.Tosa.ArgMax' op result #0 must be 1D/2D/3D/4D/5D tensorArm of Int32 values, but got '!spirv.arm.tensor<2x6xf16>'}}
  %0 = spirv.Tosa.ArgMax axis = 1, nan_mode = <Ignore>, %a0 : !spirv.arm.tensor<2x4x6xi8> -> !spirv.arm.tensor<2x6xf16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x6xf16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x4x2xf32>, %a1: !spirv.arm.tensor<3x1x1x1x2xf32>, %a2: !spirv.arm.tensor<3xf32>, %a3: !spirv.arm.tensor<1xf32>, %a4: !spirv.arm.tensor<1xf32>) -> (!spirv.arm.tensor<1x4x4x4x3xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Conv3D' op attribute 'dilation' failed to satisfy constraint: 32-bit signless int elements attribute of shape [3] Attr with type = spirv::TensorArmType all values must be >= 1}}
  %0 = spirv.Tosa.Conv3D pad = [0, 0, 0, 0, 0, 0], stride = [1, 1, 1], dilation = [-1, 1, 1], acc_type = <FP32>, local_bound = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x4x2xf32>, !spirv.arm.tensor<3x1x1x1x2xf32>, !spirv.arm.tensor<3xf32>, !spirv.arm.tensor<1xf32>, !spirv.arm.tensor<1xf32> -> !spirv.arm.tensor<1x4x4x4x3xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x4x3xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x4x2xf32>, %a1: !spirv.arm.tensor<3x1x1x1x2xf32>, %a2: !spirv.arm.tensor<3xf32>, %a3: !spirv.arm.tensor<1xf32>, %a4: !spirv.arm.tensor<1xf32>) -> (!spirv.arm.tensor<1x4x4x4x3xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Conv3D' op failed to verify that shapes of input, weight, and output must satisfy [N,ID,IH,IW,*], [*,KD,KH,KW,*], [N,OD,OH,OW,*], with OD = ((ID - 1 + pad_front + pad_back - (KD - 1) * dilation_d) / stride_d) + 1, OH = ((IH - 1 + pad_top + pad_bottom - (KH - 1) * dilation_y) / stride_y) + 1 and OW = ((IW - 1 + pad_left + pad_right - (KW - 1) * dilation_x) / stride_x) + 1}}
  %0 = spirv.Tosa.Conv3D pad = [0, 3, 0, 0, 0, 0], stride = [1, 1, 1], dilation = [1, 1, 1], acc_type = <FP32>, local_bound = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x4x2xf32>, !spirv.arm.tensor<3x1x1x1x2xf32>, !spirv.arm.tensor<3xf32>, !spirv.arm.tensor<1xf32>, !spirv.arm.tensor<1xf32> -> !spirv.arm.tensor<1x4x4x4x3xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x4x3xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi32>, %a1: !spirv.arm.tensor<1xi16>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi32>, %a4: !spirv.arm.tensor<1xi32>) -> (!spirv.arm.tensor<2x4xi8>) {
  // expected-error @+1 {{'spirv.Tosa.Rescale' op failed to verify that all of {output, output_zp} have same element type}}
  %0 = spirv.Tosa.Rescale scale32 = false, rounding_mode = <SingleRound>, per_channel = false, input_unsigned = false, output_unsigned = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<2x4xi32>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi32> -> !spirv.arm.tensor<2x4xi8>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi8>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<2x4x1xf32>) {
  // expected-error @+1 {{'spirv.Tosa.ReduceSum' op failed to verify that axis attribute value should be lower than rank(input)}}
  %0 = spirv.Tosa.ReduceSum axis = 3, %a0 : !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x1xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x1xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x2xi16>, %a1: !spirv.arm.tensor<1x1x2x3xi8>, %a2: !spirv.arm.tensor<3xi64>, %a3: !spirv.arm.tensor<1xi16>, %a4: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<1x4x4x6xi64>) {
  // expected-error @+1 {{'spirv.Tosa.DepthwiseConv2D' op failed to verify that shapes of input, weight, bias, and output must satisfy [N,IH,IW,IC], [KH,KW,IC,M], [IC*M/1], [N,OH,OW,IC*M]}}
  %0 = spirv.Tosa.DepthwiseConv2D pad = [0, 0, 0, 0], stride = [1, 1], dilation = [1, 1], acc_type = <INT48>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xi16>, !spirv.arm.tensor<1x1x2x3xi8>, !spirv.arm.tensor<3xi64>, !spirv.arm.tensor<1xi16>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<1x4x4x6xi64>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x6xi64>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x2xf16>, %a1: !spirv.arm.tensor<3x1x1x2xf16>, %a2: !spirv.arm.tensor<3xf16>, %a3: !spirv.arm.tensor<1xf16>, %a4: !spirv.arm.tensor<1xf16>) -> (!spirv.arm.tensor<1x4x4x3xf16>) {
  // expected-error @+1 {{'spirv.Tosa.TransposeConv2D' op attribute 'out_pad' failed to satisfy constraint: 32-bit signless int elements attribute of shape [4] Attr with type = spirv::TensorArmType}}
  %0 = spirv.Tosa.TransposeConv2D out_pad = [0, 0, 0, 0, 1], stride = [1, 1], acc_type = <FP16>, local_bound = false, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x2xf16>, !spirv.arm.tensor<3x1x1x2xf16>, !spirv.arm.tensor<3xf16>, !spirv.arm.tensor<1xf16>, !spirv.arm.tensor<1xf16> -> !spirv.arm.tensor<1x4x4x3xf16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x3xf16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x3xi32>) -> (!spirv.arm.tensor<2x3x4xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Gather' op failed to verify that shapes of values, indices, and output must satisfy [N,K,C], [N,W], [N,W,C]}}
  %0 = spirv.Tosa.Gather %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x3xi32> -> !spirv.arm.tensor<2x3x4xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x3x4xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi32>, %a1: !spirv.arm.tensor<2x3xi32>) -> (!spirv.arm.tensor<2x3x6xi16>) {
  // expected-error @+1 {{'spirv.Tosa.Gather' op failed to verify that all of {values, output} have same element type}}
  %0 = spirv.Tosa.Gather %a0, %a1 : !spirv.arm.tensor<2x4x6xi32>, !spirv.arm.tensor<2x3xi32> -> !spirv.arm.tensor<2x3x6xi16>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x3x6xi16>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<4x4x6xi1>, %a1: !spirv.arm.tensor<2x4x6xf32>, %a2: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<2x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Select' op failed to verify that the shape of inputs: condition, true_value, and false_value are compatible for broadcasting}}
  %0 = spirv.Tosa.Select %a0, %a1, %a2 : !spirv.arm.tensor<4x4x6xi1>, !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x3x6xi1>, %a2: !spirv.arm.tensor<2x1x7xf32>) -> (!spirv.arm.tensor<2x8x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Concat' op failed to verify that all elements of variadic input1 must have same element type}}
  %0 = spirv.Tosa.Concat axis = 1, %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x3x6xi1>, !spirv.arm.tensor<2x1x7xf32> -> !spirv.arm.tensor<2x8x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x8x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xi1>, %a1: !spirv.arm.tensor<2x4x6xf32>, %a2: !spirv.arm.tensor<2x4x6xf32>) -> (!spirv.arm.tensor<2x5x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Select' op failed to verify that the broadcast shape of inputs: condition, true_value, and false_value is equal to the output shape}}
  %0 = spirv.Tosa.Select %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xi1>, !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4x6xf32> -> !spirv.arm.tensor<2x5x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x5x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<5x3x6xf32>, %a2: !spirv.arm.tensor<2x1x6xf32>) -> (!spirv.arm.tensor<2x8x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Concat' op failed to verify that shape of output must match the concatenation of input1 along axis}}
  %0 = spirv.Tosa.Concat axis = 1, %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<5x3x6xf32>, !spirv.arm.tensor<2x1x6xf32> -> !spirv.arm.tensor<2x8x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x8x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x4xi32>, %a2: !spirv.arm.tensor<2x3x2xf32>) -> (!spirv.arm.tensor<2x4x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Scatter' op failed to verify that shapes of values_in, indices, and input must satisfy [N,K,C], [N,W], [N,W,C]}}
  %0 = spirv.Tosa.Scatter %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x4xi32>, !spirv.arm.tensor<2x3x2xf32> -> !spirv.arm.tensor<2x4x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<?x?x?x?x?xf32>, %a1: !spirv.arm.tensor<3x1x1x1x2xf32>, %a2: !spirv.arm.tensor<3xf32>, %a3: !spirv.arm.tensor<1xf32>, %a4: !spirv.arm.tensor<1xf32>) -> (!spirv.arm.tensor<1x4x4x4x3xi1>) {
  // expected-error @+1 {{'spirv.Tosa.Conv3D' op result #0 must be 5D tensorArm of 32/64-bit integer or Float16 or Float32 or BFloat16 values, but got '!spirv.arm.tensor<1x4x4x4x3xi1>'}}
  %0 = spirv.Tosa.Conv3D pad = [0, 0, 0, 0, 0, 0], stride = [1, 1, 1], dilation = [1, 1, 1], acc_type = <FP32>, local_bound = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<?x?x?x?x?xf32>, !spirv.arm.tensor<3x1x1x1x2xf32>, !spirv.arm.tensor<3xf32>, !spirv.arm.tensor<1xf32>, !spirv.arm.tensor<1xf32> -> !spirv.arm.tensor<1x4x4x4x3xi1>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x4x3xi1>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x4x4x4x2xf32>, %a1: !spirv.arm.tensor<3x1x1x1x2xf32>, %a2: !spirv.arm.tensor<3xf32>, %a3: !spirv.arm.tensor<1xf32>, %a4: !spirv.arm.tensor<1xf32>) -> (!spirv.arm.tensor<1x4x4x4x3xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Conv3D' op attribute 'pad' failed to satisfy constraint: 32-bit signless int elements attribute of shape [6] Attr with type = spirv::TensorArmType all values must be >= 0}}
  %0 = spirv.Tosa.Conv3D pad = [0, 0, 0, 0, 0, 0, 1], stride = [1, 1, 1], dilation = [1, 1, 1], acc_type = <FP32>, local_bound = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<1x4x4x4x2xf32>, !spirv.arm.tensor<3x1x1x1x2xf32>, !spirv.arm.tensor<3xf32>, !spirv.arm.tensor<1xf32>, !spirv.arm.tensor<1xf32> -> !spirv.arm.tensor<1x4x4x4x3xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x4x4x4x3xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<4x8x8xf32>, %a1: !spirv.arm.tensor<4x3x8xf32>) -> (!spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>) {
  // expected-error @+1 {{'spirv.Tosa.FFT2D' op failed to verify that all of {input_real, input_imag} have same shape}}
  %0 = spirv.Tosa.FFT2D inverse = true, local_bound = false, %a0, %a1 : !spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x3x8xf32> -> !spirv.struct<(!spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>)>
  %e0 = spirv.CompositeExtract %0[0 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>)>
  %e1 = spirv.CompositeExtract %0[1 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>)>
  spirv.ARM.GraphOutputs %e0, %e1 : !spirv.arm.tensor<4x8x8xf32>, !spirv.arm.tensor<4x8x8xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x8x8xf32>) -> (!spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>) {
  // expected-error @+1 {{'spirv.Tosa.RFFT2D' op failed to verify that shapes of output_real and output_imag must satisfy [N,H,W/2 + 1] when input_real has shape [N,H,W]}}
  %0 = spirv.Tosa.RFFT2D local_bound = true, %a0 : !spirv.arm.tensor<1x8x8xf32> -> !spirv.struct<(!spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>)>
  %e0 = spirv.CompositeExtract %0[0 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>)>
  %e1 = spirv.CompositeExtract %0[1 : i32] : !spirv.struct<(!spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>)>
  spirv.ARM.GraphOutputs %e0, %e1 : !spirv.arm.tensor<4x8x5xf32>, !spirv.arm.tensor<4x8x5xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi32>, %a1: !spirv.arm.tensor<1xi32>, %a2: !spirv.arm.tensor<1xi8>, %a3: !spirv.arm.tensor<1xi32>, %a4: !spirv.arm.tensor<1xi32>) -> (!spirv.arm.tensor<2x4xi32>) {
  // expected-error @+1 {{'spirv.Tosa.Rescale' op failed to verify that multiplier must have element type i32 when scale32 is true, otherwise i16}}
  %0 = spirv.Tosa.Rescale scale32 = false, rounding_mode = <InexactRound>, per_channel = true, input_unsigned = true, output_unsigned = true, %a0, %a1, %a2, %a3, %a4 : !spirv.arm.tensor<2x4xi32>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi8>, !spirv.arm.tensor<1xi32>, !spirv.arm.tensor<1xi32> -> !spirv.arm.tensor<2x4xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<4xi32>) -> (!spirv.arm.tensor<8x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Reshape' op failed to verify that the number of elements of shape must be rank(output)}}
  %0 = spirv.Tosa.Reshape %a0, %a1 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<4xi32> -> !spirv.arm.tensor<8x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<8x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<1x8x8x3xf32>) -> (!spirv.arm.tensor<1x8x4x3xf32>) {
  // expected-error @+1 {{'spirv.Tosa.MaxPool2D' op failed to verify that shapes of input and output must satisfy [N,IH,IW,C] and [N,OH,OW,C], with OH = ((IH + pad_top + pad_bottom - kernel_y) / stride_y) + 1 and OW = ((IW + pad_left + pad_right - kernel_x) / stride_x) + 1}}
  %0 = spirv.Tosa.MaxPool2D kernel = [3, 2], stride = [1, 1], pad = [1, 1, 0, 0], nan_mode = <Propagate>, %a0 : !spirv.arm.tensor<1x8x8x3xf32> -> !spirv.arm.tensor<1x8x4x3xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<1x8x4x3xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf32>, %a1: !spirv.arm.tensor<2x3xi32>, %a2: !spirv.arm.tensor<2x3x6xf32>) -> (!spirv.arm.tensor<2x4x6xi32>) {
  // expected-error @+1 {{'spirv.Tosa.Scatter' op failed to verify that all of {values_in, input, values_out} have same element type}}
  %0 = spirv.Tosa.Scatter %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf32>, !spirv.arm.tensor<2x3xi32>, !spirv.arm.tensor<2x3x6xf32> -> !spirv.arm.tensor<2x4x6xi32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4x6xi32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4x6xf64>, %a1: !spirv.arm.tensor<2x3x6xf32>, %a2: !spirv.arm.tensor<2x1x6xf32>) -> (!spirv.arm.tensor<2x8x6xf32>) {
  // expected-error @+1 {{'spirv.Tosa.Concat' op operand #0 must be variadic of 1D/2D/3D/4D/5D/6D tensorArm of bool or 8/16/32-bit integer or Float16 or Float32 or BFloat16 or Float8E4M3 or Float8E5M2 values, but got '!spirv.arm.tensor<2x4x6xf64>'}}
  %0 = spirv.Tosa.Concat axis = 1, %a0, %a1, %a2 : !spirv.arm.tensor<2x4x6xf64>, !spirv.arm.tensor<2x3x6xf32>, !spirv.arm.tensor<2x1x6xf32> -> !spirv.arm.tensor<2x8x6xf32>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x8x6xf32>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<2x4xi8>, %a1: !spirv.arm.tensor<256xi16>) -> (!spirv.arm.tensor<2x4xi8>) {
  // expected-error @+1 {{'spirv.Tosa.Table' op failed to verify that all of {input1, table} have same element type}}
  %0 = spirv.Tosa.Table %a0, %a1 : !spirv.arm.tensor<2x4xi8>, !spirv.arm.tensor<256xi16> -> !spirv.arm.tensor<2x4xi8>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x4xi8>
}

// -----

spirv.ARM.Graph @g(%a0: !spirv.arm.tensor<4x7xi8>, %a1: !spirv.arm.tensor<8xi32>, %a2: !spirv.arm.tensor<1xi8>) -> (!spirv.arm.tensor<6x9xi8>) {
  // expected-error @+1 {{'spirv.Tosa.Pad' op failed to verify that the number of elements of padding must be rank(input1) * 2}}
  %0 = spirv.Tosa.Pad %a0, %a1, %a2 : !spirv.arm.tensor<4x7xi8>, !spirv.arm.tensor<8xi32>, !spirv.arm.tensor<1xi8> -> !spirv.arm.tensor<6x9xi8>
  spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<6x9xi8>
}
