//@ covers: a table of f16
gpu.module @kernels {
  memref.global "private" constant @table : memref<8xf16> = dense<[1.0, -2.5, 0.5, 8.0, -1.0, 3.0, 100.0, -0.25]>
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xf16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %m = arith.constant 7 : i32
    %b = arith.andi %a, %m : i32
    %k = arith.index_cast %b : i32 to index
    %t = memref.get_global @table : memref<8xf16>
    %v = memref.load %t[%k] : memref<8xf16>
    memref.store %v, %out[%i] : memref<64xf16>
    gpu.return
  }
}
