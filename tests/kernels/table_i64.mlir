//@ covers: a table of i64
gpu.module @kernels {
  memref.global "private" constant @table : memref<8xi64> = dense<[1, -2, 5000000000, 4, -9000000000, 7, 8, 9]>
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %m = arith.constant 7 : i32
    %b = arith.andi %a, %m : i32
    %k = arith.index_cast %b : i32 to index
    %t = memref.get_global @table : memref<8xi64>
    %v = memref.load %t[%k] : memref<8xi64>
    memref.store %v, %out[%i] : memref<64xi64>
    gpu.return
  }
}
