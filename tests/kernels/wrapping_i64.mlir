gpu.module @kernels {
  gpu.func @main(%x: memref<64xi64>, %y: memref<64xi64>, %out: memref<64x8xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %a = memref.load %x[%i] : memref<64xi64>
    %b = memref.load %y[%i] : memref<64xi64>
    %m = arith.constant 63 : i64
    %s = arith.andi %b, %m : i64
    %r0 = arith.addi %a, %b : i64
    memref.store %r0, %out[%i, %c0] : memref<64x8xi64>
    %r1 = arith.subi %a, %b : i64
    memref.store %r1, %out[%i, %c1] : memref<64x8xi64>
    %r2 = arith.muli %a, %b : i64
    memref.store %r2, %out[%i, %c2] : memref<64x8xi64>
    %r3 = arith.shli %a, %s : i64
    memref.store %r3, %out[%i, %c3] : memref<64x8xi64>
    %r4 = arith.shrsi %a, %s : i64
    memref.store %r4, %out[%i, %c4] : memref<64x8xi64>
    %r5 = arith.shrui %a, %s : i64
    memref.store %r5, %out[%i, %c5] : memref<64x8xi64>
    %r6 = arith.cmpi ult, %a, %b : i64
    %e6 = arith.extui %r6 : i1 to i64
    memref.store %e6, %out[%i, %c6] : memref<64x8xi64>
    %r7 = arith.cmpi eq, %a, %b : i64
    %e7 = arith.extui %r7 : i1 to i64
    memref.store %e7, %out[%i, %c7] : memref<64x8xi64>
    gpu.return
  }
}
