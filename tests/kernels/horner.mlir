//@ covers: a polynomial of vectors in a loop
//@ range: -1 1
//@ ulp: 256
//@ absolute: 0.00001
gpu.module @kernels {
  gpu.func @main(%x: memref<64x3xf32>, %c: memref<6xf32>, %out: memref<64x3xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %v = vector.load %x[%i, %c0] : memref<64x3xf32>, vector<3xf32>
    %zero = arith.constant dense<0.0> : vector<3xf32>
    %r = scf.for %k = %c0 to %c6 step %c1 iter_args(%s = %zero) -> (vector<3xf32>) {
      %f = memref.load %c[%k] : memref<6xf32>
      %w = vector.splat %f : vector<3xf32>
      %p = arith.mulf %s, %v : vector<3xf32>
      %t = arith.addf %p, %w : vector<3xf32>
      scf.yield %t : vector<3xf32>
    }
    vector.store %r, %out[%i, %c0] : memref<64x3xf32>, vector<3xf32>
    gpu.return
  }
}
