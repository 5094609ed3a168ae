//@ covers: a buffer and local memory of vectors that no target has
gpu.module @kernels {
  gpu.func @main(%x: memref<32xvector<8xi32>>, %out: memref<32xvector<8xi32>>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.alloca() : memref<2xvector<8xi32>>
    %v = memref.load %x[%i] : memref<32xvector<8xi32>>
    memref.store %v, %m[%c0] : memref<2xvector<8xi32>>
    %w = vector.shuffle %v, %v [1, 2, 3, 4, 5, 6, 7, 0] : vector<8xi32>, vector<8xi32>
    memref.store %w, %m[%c1] : memref<2xvector<8xi32>>
    %k = arith.andi %i, %c1 : index
    %u = memref.load %m[%k] : memref<2xvector<8xi32>>
    %r = arith.addi %u, %v : vector<8xi32>
    memref.store %r, %out[%i] : memref<32xvector<8xi32>>
    gpu.return
  }
}
