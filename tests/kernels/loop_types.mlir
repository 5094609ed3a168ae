//@ covers: loops that count in 8, 16 and 64 bits
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %z8 = arith.constant 0 : i8
    %e8 = arith.constant 5 : i8
    %s8 = arith.constant 2 : i8
    %zero = arith.constant 0 : i64
    %p = scf.for %k = %z8 to %e8 step %s8 iter_args(%s = %zero) -> (i64) : i8 {
      %w = arith.extui %k : i8 to i64
      %t = arith.addi %s, %w : i64
      scf.yield %t : i64
    }
    %z16 = arith.constant -3 : i16
    %e16 = arith.constant 4 : i16
    %s16 = arith.constant 1 : i16
    %q = scf.for %k = %z16 to %e16 step %s16 iter_args(%s = %p) -> (i64) : i16 {
      %w = arith.extsi %k : i16 to i64
      %m = arith.muli %w, %w : i64
      %t = arith.addi %s, %m : i64
      scf.yield %t : i64
    }
    %low = arith.constant 3 : i32
    %n0 = arith.andi %a, %low : i32
    %n = arith.extui %n0 : i32 to i64
    %one = arith.constant 1 : i64
    %r = scf.for %k = %zero to %n step %one iter_args(%s = %q) -> (i64) : i64 {
      %t = arith.muli %s, %s : i64
      scf.yield %t : i64
    }
    memref.store %r, %out[%i] : memref<64xi64>
    gpu.return
  }
}
