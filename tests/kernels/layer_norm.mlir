//@ covers: mean and variance of rows
//@ ulp: 256
//@ absolute: 0.0001
gpu.module @kernels {
  gpu.func @main(%x: memref<32x16xf32>, %out: memref<32x16xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %n = arith.constant 16.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %sum:2 = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %zero, %q = %zero) -> (f32, f32) {
      %v = memref.load %x[%i, %k] : memref<32x16xf32>
      %v2 = arith.mulf %v, %v : f32
      %t = arith.addf %s, %v : f32
      %u = arith.addf %q, %v2 : f32
      scf.yield %t, %u : f32, f32
    }
    %mean = arith.divf %sum#0, %n : f32
    %square = arith.divf %sum#1, %n : f32
    %mean2 = arith.mulf %mean, %mean : f32
    %var = arith.subf %square, %mean2 : f32
    %safe = arith.addf %var, %eps : f32
    %scale = math.rsqrt %safe : f32
    scf.for %k = %c0 to %c16 step %c1 {
      %v = memref.load %x[%i, %k] : memref<32x16xf32>
      %d = arith.subf %v, %mean : f32
      %r = arith.mulf %d, %scale : f32
      memref.store %r, %out[%i, %k] : memref<32x16xf32>
    }
    gpu.return
  }
}
