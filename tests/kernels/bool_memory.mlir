//@ covers: truth values in memory of the invocation
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %flags = memref.alloca() : memref<8xi1>
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    scf.for %k = %c0 to %c8 step %c1 {
      %n = arith.index_cast %k : index to i32
      %s = arith.shrui %a, %n : i32
      %b = arith.trunci %s : i32 to i1
      memref.store %b, %flags[%k] : memref<8xi1>
    }
    %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (i32) {
      %f = memref.load %flags[%k] : memref<8xi1>
      %d = arith.addi %s, %s : i32
      %b = arith.extui %f : i1 to i32
      %t = arith.addi %d, %b : i32
      scf.yield %t : i32
    }
    memref.store %r, %out[%i] : memref<64xi32>
    gpu.return
  }
}
