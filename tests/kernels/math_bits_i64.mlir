//@ covers: bit counts of 64 bits
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi64>, %out: memref<64x4xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %n = arith.index_cast %i : index to i64
    %a0 = memref.load %x[%i] : memref<64xi64>
    %a = arith.shrui %a0, %n : i64
    %r0 = math.ctlz %a : i64
    memref.store %r0, %out[%i, %c0] : memref<64x4xi64>
    %r1 = math.cttz %a : i64
    memref.store %r1, %out[%i, %c1] : memref<64x4xi64>
    %r2 = math.ctpop %a : i64
    memref.store %r2, %out[%i, %c2] : memref<64x4xi64>
    %r3 = math.absi %a0 : i64
    memref.store %r3, %out[%i, %c3] : memref<64x4xi64>
    gpu.return
  }
}
