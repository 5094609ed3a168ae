//@ covers: interleaving, slices and shuffles of long vectors
gpu.module @kernels {
  gpu.func @main(%x: memref<64x8xi32>, %y: memref<64x8xi32>, %out: memref<64x16xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %a = vector.load %x[%i, %c0] : memref<64x8xi32>, vector<8xi32>
    %b = vector.load %y[%i, %c0] : memref<64x8xi32>, vector<8xi32>
    %p = vector.interleave %a, %b : vector<8xi32> -> vector<16xi32>
    %e, %o = vector.deinterleave %p : vector<16xi32> -> vector<8xi32>
    %s = vector.extract_strided_slice %e {offsets = [2], sizes = [5], strides = [1]} : vector<8xi32> to vector<5xi32>
    %t = vector.insert_strided_slice %s, %o {offsets = [1], strides = [1]} : vector<5xi32> into vector<8xi32>
    %u = vector.shuffle %t, %a [15, 0, 8, 7, 3, 3, 12, 1] : vector<8xi32>, vector<8xi32>
    vector.store %t, %out[%i, %c0] : memref<64x16xi32>, vector<8xi32>
    vector.store %u, %out[%i, %c8] : memref<64x16xi32>, vector<8xi32>
    gpu.return
  }
}
