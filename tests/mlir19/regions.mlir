func.func @m(%m0: vector<8xi1>, %m1: vector<16xi1>, %a: vector<8xi32>, %t0: tensor<?xf32>, %idx: index, %f: f32, %pt: vector<16xf32>, %mm: memref<?xf32>) {
  %0 = vector.mask %m0 { vector.reduction <add>, %a : vector<8xi32> into i32 } : vector<8xi1> -> i32
  %1 = vector.mask %m1, %pt { vector.transfer_read %t0[%idx], %f : tensor<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  vector.mask %m1 { vector.transfer_write %pt, %mm[%idx] : vector<16xf32>, memref<?xf32> } : vector<16xi1>
  vector.mask %m1 { } : vector<16xi1>
  vector.mask %m1 { vector.yield } {u} : vector<16xi1>
  vector.warp_execute_on_lane_0(%idx)[32] {
    %2 = arith.constant 1.0 : f32
  }
  %2 = vector.warp_execute_on_lane_0(%idx)[32] args(%a : vector<8xi32>) -> (vector<1x4xi32>) {
    ^bb0(%x : vector<256xi32>):
    %c = arith.constant dense<1>: vector<1x128xi32>
    vector.yield %c : vector<1x128xi32>
  }
  %n, %mm2 = vector.warp_execute_on_lane_0(%idx)[32] -> (f32, vector<1xf32>) {
    %k = arith.constant 1.0 : f32
    %v = arith.constant dense<1.0> : vector<32xf32>
    vector.yield %k, %v : f32, vector<32xf32>
  }
  return
}
func.func @r(%a: vector<3x2x4xf32>, %i: index) {
  %1 = vector.reshape %a, [%i, %i], [%i, %i], [4] : vector<3x2x4xf32> to vector<2x3x4xf32>
  return
}
func.func @dma(%i: index, %A: memref<256xf32>, %B: memref<256xf32, 1>, %tag: memref<1xf32>) {
  memref.dma_start %A[%i], %B[%i], %i, %tag[%i] : memref<256xf32>, memref<256xf32, 1>, memref<1xf32>
  memref.dma_start %A[%i], %B[%i], %i, %tag[%i], %i, %i : memref<256xf32>, memref<256xf32, 1>, memref<1xf32>
  memref.dma_wait %tag[%i], %i : memref<1xf32>
  return
}
func.func @t(%a: tensor<4x7x3xf32>, %b: tensor<4x4x3xf32>, %s: tensor<4x4x4xf32>, %ind: tensor<1x2x3xindex>, %g: tensor<1x2xf32>) {
  %1 = tensor.concat dim(1) %a, %b {x} : (tensor<4x7x3xf32>, tensor<4x4x3xf32>) -> tensor<4x11x3xf32>
  %2 = tensor.gather %s[%ind] gather_dims([0, 1, 2]) unique : (tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<1x2xf32>
  %3 = tensor.gather %s[%ind] gather_dims([0, 1, 2]) {x} : (tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<1x2xf32>
  %4 = tensor.scatter %g into %s[%ind] scatter_dims([0, 1, 2]) unique : (tensor<1x2xf32>, tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<4x4x4xf32>
  return
}
func.func @mma(%w: memref<32x32xf16, 3>, %m: memref<32x32xf16, affine_map<(d0, d1) -> (d0 * 64 + d1)>>, %i: index, %c: f32, %h: f16) {
  %0 = gpu.subgroup_mma_load_matrix %w[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %1 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 64 : index, transpose} : memref<32x32xf16, affine_map<(d0, d1) -> (d0 * 64 + d1)>> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %2 = gpu.subgroup_mma_constant_matrix %c : !gpu.mma_matrix<16x16xf32, "COp">
  %3 = gpu.subgroup_mma_elementwise addf %2, %2 : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  %4 = gpu.subgroup_mma_compute %0, %1, %3 : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  %5 = gpu.subgroup_mma_constant_matrix %h : !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %5, %w[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}
