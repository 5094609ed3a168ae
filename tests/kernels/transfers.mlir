//@ covers: transfers of vectors: rows, columns, several dimensions, broadcasts; a transposed view
gpu.module @kernels {
  gpu.func @main(%x: memref<32x4x6xi32>, %y: memref<32x8xi32>, %out: memref<32x4x6xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %pad = arith.constant 7 : i32
    %a = vector.transfer_read %x[%i, %c1, %c0], %pad {in_bounds = [true]} : memref<32x4x6xi32>, vector<6xi32>
    %b = vector.transfer_read %x[%i, %c0, %c1], %pad {in_bounds = [true], permutation_map = affine_map<(d0, d1, d2) -> (d1)>} : memref<32x4x6xi32>, vector<4xi32>
    %c = vector.transfer_read %x[%i, %c0, %c0], %pad {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2) -> (d2, d1)>} : memref<32x4x6xi32>, vector<6x4xi32>
    %d = vector.transfer_read %y[%i, %c1], %pad {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<32x8xi32>, vector<4x6xi32>
    %t = vector.transpose %c, [1, 0] : vector<6x4xi32> to vector<4x6xi32>
    %s = arith.addi %t, %d : vector<4x6xi32>
    vector.transfer_write %s, %out[%i, %c0, %c0] {in_bounds = [true, true]} : vector<4x6xi32>, memref<32x4x6xi32>
    vector.transfer_write %a, %out[%i, %c1, %c0] {in_bounds = [true]} : vector<6xi32>, memref<32x4x6xi32>
    %o = memref.transpose %out (d0, d1, d2) -> (d0, d2, d1) : memref<32x4x6xi32> to memref<32x6x4xi32, strided<[24, 1, 6]>>
    vector.transfer_write %b, %o[%i, %c1, %c0] {in_bounds = [true]} : vector<4xi32>, memref<32x6x4xi32, strided<[24, 1, 6]>>
    gpu.return
  }
}
