gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %y: memref<64xi64>, %out: memref<64x6xi64>, %low: memref<64x2xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xi64>
    %s = arith.extsi %a : i32 to i64
    %u = arith.extui %a : i32 to i64
    %r0 = arith.maxsi %s, %b : i64
    memref.store %r0, %out[%i, %c0] : memref<64x6xi64>
    %r1 = arith.minui %u, %b : i64
    memref.store %r1, %out[%i, %c1] : memref<64x6xi64>
    // A hash of FNV-1a in a loop that carries 64 bits.
    %start = arith.constant -3750763034362895579 : i64
    %prime = arith.constant 1099511628211 : i64
    %r2 = scf.for %k = %c0 to %c5 step %c1 iter_args(%hash = %start) -> i64 {
      %mixed = arith.xori %hash, %u : i64
      %next = arith.muli %mixed, %prime : i64
      scf.yield %next : i64
    }
    memref.store %r2, %out[%i, %c2] : memref<64x6xi64>
    %lower = arith.constant 5 : i64
    %end = arith.constant 12884901900 : i64
    %step = arith.constant 4294967296 : i64
    %r3 = scf.for %k = %lower to %end step %step iter_args(%sum = %b) -> i64 : i64 {
      %more = arith.addi %sum, %k : i64
      scf.yield %more : i64
    }
    memref.store %r3, %out[%i, %c3] : memref<64x6xi64>
    %index = arith.index_cast %i : index to i64
    %odd = arith.constant 7 : i64
    %d = arith.ori %index, %odd : i64
    %r4 = arith.floordivsi %b, %d : i64
    memref.store %r4, %out[%i, %c4] : memref<64x6xi64>
    %bits = math.ctpop %b : i64
    memref.store %bits, %out[%i, %c5] : memref<64x6xi64>
    %t0 = arith.trunci %r2 : i64 to i32
    memref.store %t0, %low[%i, %c0] : memref<64x2xi32>
    %t1 = arith.trunci %b : i64 to i8
    %e1 = arith.extsi %t1 : i8 to i32
    memref.store %e1, %low[%i, %c1] : memref<64x2xi32>
    gpu.return
  }
}
