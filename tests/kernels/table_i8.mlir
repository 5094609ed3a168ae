//@ covers: a table of i8
gpu.module @kernels {
  memref.global "private" constant @table : memref<8xi8> = dense<[1, -2, 3, 100, -128, 127, 5, 0]>
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %m = arith.constant 7 : i32
    %b = arith.andi %a, %m : i32
    %k = arith.index_cast %b : i32 to index
    %t = memref.get_global @table : memref<8xi8>
    %v = memref.load %t[%k] : memref<8xi8>
    memref.store %v, %out[%i] : memref<64xi8>
    gpu.return
  }
}
