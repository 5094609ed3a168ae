// Functions that IREE compiles to one kernel each: see iree_models.py.
func.func @matmul(%a: tensor<128x256xf32>, %b: tensor<256x64xf32>) -> tensor<128x64xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x64xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<128x64xf32>) -> tensor<128x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<128x256xf32>, tensor<256x64xf32>) outs(%f : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %r : tensor<128x64xf32>
}
func.func @matmul16(%a: tensor<128x256xf16>, %b: tensor<256x64xf16>) -> tensor<128x64xf16> {
  %c0 = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<128x64xf16>
  %f = linalg.fill ins(%c0 : f16) outs(%e : tensor<128x64xf16>) -> tensor<128x64xf16>
  %r = linalg.matmul ins(%a, %b : tensor<128x256xf16>, tensor<256x64xf16>) outs(%f : tensor<128x64xf16>) -> tensor<128x64xf16>
  return %r : tensor<128x64xf16>
}
func.func @matmul8(%a: tensor<128x256xi8>, %b: tensor<256x64xi8>) -> tensor<128x64xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<128x64xi32>
  %f = linalg.fill ins(%c0 : i32) outs(%e : tensor<128x64xi32>) -> tensor<128x64xi32>
  %r = linalg.matmul ins(%a, %b : tensor<128x256xi8>, tensor<256x64xi8>) outs(%f : tensor<128x64xi32>) -> tensor<128x64xi32>
  return %r : tensor<128x64xi32>
}
func.func @conv(%i: tensor<1x18x18x16xf32>, %k: tensor<3x3x16x32xf32>) -> tensor<1x16x16x32xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x16x32xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%i, %k : tensor<1x18x18x16xf32>, tensor<3x3x16x32xf32>) outs(%f : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  return %r : tensor<1x16x16x32xf32>
}
func.func @softmax(%i: tensor<16x512xf32>) -> tensor<16x512xf32> {
  %e = tensor.empty() : tensor<16x512xf32>
  %r = linalg.softmax dimension(1) ins(%i : tensor<16x512xf32>) outs(%e : tensor<16x512xf32>) -> tensor<16x512xf32>
  return %r : tensor<16x512xf32>
}
func.func @elementwise(%a: tensor<33x77xf32>, %b: tensor<33x77xf32>) -> tensor<33x77xf32> {
  %e = tensor.empty() : tensor<33x77xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<33x77xf32>, tensor<33x77xf32>) outs(%e : tensor<33x77xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = math.tanh %0 : f32
    %2 = math.exp %1 : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.maximumf %3, %x : f32
    %5 = arith.minnumf %4, %y : f32
    %6 = math.erf %5 : f32
    %7 = math.floor %6 : f32
    %8 = math.fma %7, %x, %y : f32
    linalg.yield %8 : f32
  } -> tensor<33x77xf32>
  return %r : tensor<33x77xf32>
}
func.func @ints(%a: tensor<64x64xi32>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %e = tensor.empty() : tensor<64x64xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<64x64xi32>, tensor<64x64xi8>) outs(%e : tensor<64x64xi32>) {
  ^bb0(%x: i32, %y: i8, %z: i32):
    %0 = arith.extsi %y : i8 to i32
    %1 = arith.shrsi %x, %0 : i32
    %2 = arith.maxsi %1, %x : i32
    %3 = arith.cmpi slt, %2, %0 : i32
    %4 = arith.select %3, %x, %1 : i32
    %5 = math.ctpop %4 : i32
    %6 = arith.remsi %5, %x : i32
    linalg.yield %6 : i32
  } -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
}
func.func @reduce(%a: tensor<64x512xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<64x512xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  return %r : tensor<64xf32>
}
func.func @reducemax(%a: tensor<512x64xf16>) -> tensor<64xf16> {
  %c0 = arith.constant -1.0 : f16
  %e = tensor.empty() : tensor<64xf16>
  %f = linalg.fill ins(%c0 : f16) outs(%e : tensor<64xf16>) -> tensor<64xf16>
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<512x64xf16>) outs(%f : tensor<64xf16>) dimensions = [0]
  return %r : tensor<64xf16>
}
func.func @transpose(%a: tensor<64x128xf32>) -> tensor<128x64xf32> {
  %e = tensor.empty() : tensor<128x64xf32>
  %r = linalg.transpose ins(%a : tensor<64x128xf32>) outs(%e : tensor<128x64xf32>) permutation = [1, 0]
  return %r : tensor<128x64xf32>
}
func.func @matvec(%a: tensor<64x512xf16>, %b: tensor<512xf16>) -> tensor<64xf16> {
  %c0 = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<64xf16>
  %f = linalg.fill ins(%c0 : f16) outs(%e : tensor<64xf16>) -> tensor<64xf16>
  %r = linalg.matvec ins(%a, %b : tensor<64x512xf16>, tensor<512xf16>) outs(%f : tensor<64xf16>) -> tensor<64xf16>
  return %r : tensor<64xf16>
}
func.func @pool(%i: tensor<1x18x18x16xf32>) -> tensor<1x16x16x16xf32> {
  %k = tensor.empty() : tensor<3x3xf32>
  %c0 = arith.constant -1.0e10 : f32
  %e = tensor.empty() : tensor<1x16x16x16xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %r = linalg.pooling_nhwc_max ins(%i, %k : tensor<1x18x18x16xf32>, tensor<3x3xf32>) outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %r : tensor<1x16x16x16xf32>
}
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
