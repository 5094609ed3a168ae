gpu.module @kernels {
  gpu.func @main(%x: memref<64xi64>, %y: memref<64xi64>, %out: memref<64x12xi64>) kernel
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
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %a = memref.load %x[%i] : memref<64xi64>
    %b = memref.load %y[%i] : memref<64xi64>
    %one = arith.constant 1 : i64
    %even = arith.constant 6 : i64
    %masked = arith.andi %b, %even : i64
    %positive = arith.ori %masked, %one : i64
    %three = arith.constant 3 : i64
    %negative = arith.subi %masked, %three : i64
    %sign = arith.cmpi slt, %b, %one : i64
    %pick = arith.select %sign, %negative, %positive : i64
    %minus = arith.constant -1 : i64
    %bad = arith.cmpi eq, %pick, %minus : i64
    %d = arith.select %bad, %even, %pick : i64
    %r0 = arith.divsi %a, %d : i64
    memref.store %r0, %out[%i, %c0] : memref<64x12xi64>
    %r1 = arith.divui %a, %d : i64
    memref.store %r1, %out[%i, %c1] : memref<64x12xi64>
    %r2 = arith.remsi %a, %d : i64
    memref.store %r2, %out[%i, %c2] : memref<64x12xi64>
    %r3 = arith.remui %a, %d : i64
    memref.store %r3, %out[%i, %c3] : memref<64x12xi64>
    %r4 = arith.floordivsi %a, %d : i64
    memref.store %r4, %out[%i, %c4] : memref<64x12xi64>
    %r5 = arith.ceildivsi %a, %d : i64
    memref.store %r5, %out[%i, %c5] : memref<64x12xi64>
    %r6 = arith.ceildivui %a, %d : i64
    memref.store %r6, %out[%i, %c6] : memref<64x12xi64>
    %r7 = arith.maxsi %a, %b : i64
    memref.store %r7, %out[%i, %c7] : memref<64x12xi64>
    %r8 = arith.maxui %a, %b : i64
    memref.store %r8, %out[%i, %c8] : memref<64x12xi64>
    %r9 = arith.minsi %a, %b : i64
    memref.store %r9, %out[%i, %c9] : memref<64x12xi64>
    %r10 = arith.minui %a, %b : i64
    memref.store %r10, %out[%i, %c10] : memref<64x12xi64>
    %r11 = arith.cmpi slt, %a, %b : i64
    %e11 = arith.extui %r11 : i1 to i64
    memref.store %e11, %out[%i, %c11] : memref<64x12xi64>
    gpu.return
  }
}
