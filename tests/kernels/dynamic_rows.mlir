//@ covers: a buffer whose length the host knows
gpu.module @kernels {
  gpu.func @main(%x: memref<?x4xi32>, %out: memref<?xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %n = memref.dim %x, %c0 : memref<?x4xi32>
    %last = arith.subi %n, %c1 : index
    %row = arith.subi %last, %i : index
    %zero = arith.constant 0 : i32
    %s = scf.for %k = %c0 to %c4 step %c1 iter_args(%t = %zero) -> (i32) {
      %v = memref.load %x[%row, %k] : memref<?x4xi32>
      %u = arith.xori %t, %v : i32
      scf.yield %u : i32
    }
    memref.store %s, %out[%i] : memref<?xi32>
    gpu.return
  }
}
