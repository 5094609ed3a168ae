//@ covers: numbers of 64 bits
//@ range: 0.5 9
//@ ulp: 2
//@ poor: 'f64' requires the capability Float64
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf64>, %y: memref<64xf32>, %out: memref<64x3xf64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = memref.load %x[%i] : memref<64xf64>
    %b = memref.load %y[%i] : memref<64xf32>
    %w = arith.extf %b : f32 to f64
    %s = arith.addf %a, %w : f64
    %p = arith.mulf %s, %a : f64
    %q = arith.divf %p, %w : f64
    %r = math.sqrt %a : f64
    %t = arith.truncf %p : f64 to f32
    %u = arith.extf %t : f32 to f64
    memref.store %q, %out[%i, %c0] : memref<64x3xf64>
    memref.store %r, %out[%i, %c1] : memref<64x3xf64>
    memref.store %u, %out[%i, %c2] : memref<64x3xf64>
    gpu.return
  }
}
