//@ covers: the place of the greatest number of a row
gpu.module @kernels {
  gpu.func @main(%x: memref<64x16xf32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %low = arith.constant 0xFF800000 : f32
    %r:2 = scf.for %k = %c0 to %c16 step %c1 iter_args(%m = %low, %at = %c0) -> (f32, index) {
      %v = memref.load %x[%i, %k] : memref<64x16xf32>
      %more = arith.cmpf ogt, %v, %m : f32
      %n = arith.select %more, %v, %m : f32
      %p = arith.select %more, %k, %at : index
      scf.yield %n, %p : f32, index
    }
    %w = arith.index_cast %r#1 : index to i32
    memref.store %w, %out[%i] : memref<64xi32>
    gpu.return
  }
}
