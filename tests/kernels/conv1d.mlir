//@ covers: a filter of five in a table
//@ ulp: 64
//@ absolute: 0.00001
gpu.module @kernels {
  memref.global "private" constant @filter : memref<5xf32> = dense<[0.5, -1.0, 3.0, -1.0, 0.5]>
  gpu.func @main(%x: memref<68xf32>, %out: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %w = memref.get_global @filter : memref<5xf32>
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %k = %c0 to %c5 step %c1 iter_args(%s = %zero) -> (f32) {
      %at = arith.addi %i, %k : index
      %v = memref.load %x[%at] : memref<68xf32>
      %f = memref.load %w[%k] : memref<5xf32>
      %p = arith.mulf %v, %f : f32
      %t = arith.addf %s, %p : f32
      scf.yield %t : f32
    }
    memref.store %sum, %out[%i] : memref<64xf32>
    gpu.return
  }
}
