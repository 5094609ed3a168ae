//@ covers: a row of the product at once, by broadcasts and fused additions
//@ ulp: 256
//@ absolute: 0.0001
gpu.module @kernels {
  gpu.func @main(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant dense<0.0> : vector<8xf32>
    %row = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (vector<8xf32>) {
      %x = memref.load %a[%i, %k] : memref<8x8xf32>
      %v = vector.broadcast %x : f32 to vector<8xf32>
      %w = vector.load %b[%k, %c0] : memref<8x8xf32>, vector<8xf32>
      %t = vector.fma %v, %w, %s : vector<8xf32>
      scf.yield %t : vector<8xf32>
    }
    vector.store %row, %c[%i, %c0] : memref<8x8xf32>, vector<8xf32>
    gpu.return
  }
}
