//@ covers: interleaved bits of two numbers, in 64 bits
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %y: memref<64xi32>, %out: memref<64xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xi32>
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %aw = arith.extui %a : i32 to i64
    %bw = arith.extui %b : i32 to i64
    %r = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %zero) -> (i64) {
      %n = arith.index_cast %k : index to i64
      %n2 = arith.shli %n, %one : i64
      %n3 = arith.addi %n2, %one : i64
      %p0 = arith.shrui %aw, %n : i64
      %p = arith.andi %p0, %one : i64
      %q0 = arith.shrui %bw, %n : i64
      %q = arith.andi %q0, %one : i64
      %ps = arith.shli %p, %n2 : i64
      %qs = arith.shli %q, %n3 : i64
      %t = arith.ori %s, %ps : i64
      %u = arith.ori %t, %qs : i64
      scf.yield %u : i64
    }
    memref.store %r, %out[%i] : memref<64xi64>
    gpu.return
  }
}
