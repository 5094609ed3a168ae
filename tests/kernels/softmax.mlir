gpu.module @kernels {
  gpu.func @main(%x: memref<64x16xf32>, %out: memref<64x16xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %row = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %low = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0.0 : f32
    %top = scf.for %k = %c0 to %c16 step %c1 iter_args(%m = %low) -> (f32) {
      %v = memref.load %x[%row, %k] : memref<64x16xf32>
      %n = arith.maximumf %m, %v : f32
      scf.yield %n : f32
    }
    %total = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (f32) {
      %v = memref.load %x[%row, %k] : memref<64x16xf32>
      %d = arith.subf %v, %top : f32
      %e = math.exp %d : f32
      memref.store %e, %out[%row, %k] : memref<64x16xf32>
      %n = arith.addf %s, %e : f32
      scf.yield %n : f32
    }
    scf.for %k = %c0 to %c16 step %c1 {
      %e = memref.load %out[%row, %k] : memref<64x16xf32>
      %p = arith.divf %e, %total : f32
      memref.store %p, %out[%row, %k] : memref<64x16xf32>
    }
    gpu.return
  }
}
