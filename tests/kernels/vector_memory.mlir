//@ covers: a buffer of vectors
gpu.module @kernels {
  gpu.func @main(%x: memref<64xvector<4xf32>>, %out: memref<64xvector<4xf32>>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xvector<4xf32>>
    %w = vector.shuffle %v, %v [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
    %s = arith.addf %v, %w : vector<4xf32>
    memref.store %s, %out[%i] : memref<64xvector<4xf32>>
    gpu.return
  }
}
