gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %own = memref.alloca() : memref<4xi32>
    %v = memref.load %x[%i] : memref<64xi32>
    scf.for %k = %c0 to %c4 step %c1 {
      %n = arith.index_cast %k : index to i32
      %s = arith.shrui %v, %n : i32
      memref.store %s, %own[%k] : memref<4xi32>
    }
    %last = arith.andi %i, %c1 : index
    %e = memref.load %own[%last] : memref<4xi32>
    memref.store %e, %out[%i] : memref<64xi32>
    gpu.return
  }
}
