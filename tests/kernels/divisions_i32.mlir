gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %y: memref<64xi32>, %out: memref<64x12xi32>) kernel
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
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xi32>
    %one = arith.constant 1 : i32
    %even = arith.constant 6 : i32
    %masked = arith.andi %b, %even : i32
    %positive = arith.ori %masked, %one : i32
    %three = arith.constant 3 : i32
    %negative = arith.subi %masked, %three : i32
    %sign = arith.cmpi slt, %b, %one : i32
    %pick = arith.select %sign, %negative, %positive : i32
    %minus = arith.constant -1 : i32
    %bad = arith.cmpi eq, %pick, %minus : i32
    %d = arith.select %bad, %even, %pick : i32
    %r0 = arith.divsi %a, %d : i32
    memref.store %r0, %out[%i, %c0] : memref<64x12xi32>
    %r1 = arith.divui %a, %d : i32
    memref.store %r1, %out[%i, %c1] : memref<64x12xi32>
    %r2 = arith.remsi %a, %d : i32
    memref.store %r2, %out[%i, %c2] : memref<64x12xi32>
    %r3 = arith.remui %a, %d : i32
    memref.store %r3, %out[%i, %c3] : memref<64x12xi32>
    %r4 = arith.floordivsi %a, %d : i32
    memref.store %r4, %out[%i, %c4] : memref<64x12xi32>
    %r5 = arith.ceildivsi %a, %d : i32
    memref.store %r5, %out[%i, %c5] : memref<64x12xi32>
    %r6 = arith.ceildivui %a, %d : i32
    memref.store %r6, %out[%i, %c6] : memref<64x12xi32>
    %r7 = arith.maxsi %a, %b : i32
    memref.store %r7, %out[%i, %c7] : memref<64x12xi32>
    %r8 = arith.maxui %a, %b : i32
    memref.store %r8, %out[%i, %c8] : memref<64x12xi32>
    %r9 = arith.minsi %a, %b : i32
    memref.store %r9, %out[%i, %c9] : memref<64x12xi32>
    %r10 = arith.minui %a, %b : i32
    memref.store %r10, %out[%i, %c10] : memref<64x12xi32>
    %r11 = arith.cmpi slt, %a, %b : i32
    %e11 = arith.extui %r11 : i1 to i32
    memref.store %e11, %out[%i, %c11] : memref<64x12xi32>
    gpu.return
  }
}
