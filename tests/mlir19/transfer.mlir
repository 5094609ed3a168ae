#m = affine_map<(d0, d1) -> (d1, d0)>
module {
func.func private @g(memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>>, memref<4x4xf32, #m>, memref<4x4xf32, #m, 3>)
func.func @f(%a: memref<4x?xf32, affine_map<(d0, d1)[s0] -> (d0 * 4 + s0 + d1)>>, %b: memref<8x8xf32>, %s: vector<4xf32>, %i: index, %p: f32) {
  %0 = memref.transpose %b (i, j) -> (j, i) : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
  %1 = vector.transfer_read %b[%i, %i], %p : memref<8x8xf32>, vector<4xf32>
  %2 = vector.transfer_read %b[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
  %3 = vector.transfer_read %b[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, false]} : memref<8x8xf32>, vector<2x4xf32>
  vector.transfer_write %s, %b[%i, %i] {in_bounds = [true], foo = 3 : i64} : vector<4xf32>, memref<8x8xf32>
  %m = vector.constant_mask [2] : vector<4xi1>
  %4 = vector.transfer_read %b[%i, %i], %p, %m {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [false]} : memref<8x8xf32>, vector<4xf32>
  vector.transfer_write %s, %b[%i, %i], %m : vector<4xf32>, memref<8x8xf32>
  %t = tensor.empty(%i) : tensor<?x8xf32>
  %5 = vector.transfer_write %s, %t[%i, %i] : vector<4xf32>, tensor<?x8xf32>
  %6 = tensor.pad %t low[0, %i] high[%i, 3] {
  ^bb0(%x: index, %y: index):
    tensor.yield %p : f32
  } : tensor<?x8xf32> to tensor<?x?xf32>
  %66 = tensor.pad %t nofold low[0, %i] high[%i, 3] {
  ^bb0(%x: index, %y: index):
    tensor.yield %p : f32
  } {foo} : tensor<?x8xf32> to tensor<?x?xf32>
  %7 = tensor.generate %i, %i {
  ^bb0(%x: index, %y: index):
    tensor.yield %p : f32
  } : tensor<?x?xf32>
  return
}
func.func @c(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) -> vector<4x16xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>, foo} %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  return %0 : vector<4x16xf32>
}
func.func @pk(%source: tensor<128x256xf32>, %dest: tensor<16x8x8x32xf32>, %d2 : tensor<8x?x?x32xf32>, %i: index, %p: f32) {
  %0 = tensor.pack %source inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %dest : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
  %1 = tensor.pack %source padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%i, 32] into %d2 {foo} : tensor<128x256xf32> -> tensor<8x?x?x32xf32>
  %2 = tensor.unpack %dest inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %source : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
  return
}
}
