gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %y: memref<256xi32>, %out: memref<256x8xi32>) kernel
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
    %c31 = arith.constant 31 : i32
    %a = memref.load %x[%i] : memref<256xi32>
    %b = memref.load %y[%i] : memref<256xi32>
    %0 = math.ctlz %a : i32
    memref.store %0, %out[%i, %c0] : memref<256x8xi32>
    %1 = math.cttz %a : i32
    memref.store %1, %out[%i, %c1] : memref<256x8xi32>
    %2 = math.ctpop %a : i32
    memref.store %2, %out[%i, %c2] : memref<256x8xi32>
    %n = arith.andi %b, %c31 : i32
    %3 = arith.shli %a, %n : i32
    memref.store %3, %out[%i, %c3] : memref<256x8xi32>
    %4 = arith.shrsi %a, %n : i32
    memref.store %4, %out[%i, %c4] : memref<256x8xi32>
    %5 = arith.shrui %a, %n : i32
    memref.store %5, %out[%i, %c5] : memref<256x8xi32>
    %6 = arith.xori %a, %b : i32
    memref.store %6, %out[%i, %c6] : memref<256x8xi32>
    %7 = math.absi %a : i32
    memref.store %7, %out[%i, %c7] : memref<256x8xi32>
    gpu.return
  }
}
