//@ covers: complex numbers
//@ ulp: 256
//@ absolute: 0.0001
gpu.module @kernels {
  gpu.func @main(%x: memref<64x2xf32>, %y: memref<64x2xf32>, %out: memref<64x2xf32>, %same: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a0 = memref.load %x[%i, %c0] : memref<64x2xf32>
    %a1 = memref.load %x[%i, %c1] : memref<64x2xf32>
    %b0 = memref.load %y[%i, %c0] : memref<64x2xf32>
    %b1 = memref.load %y[%i, %c1] : memref<64x2xf32>
    %p = complex.create %a0, %a1 : complex<f32>
    %q = complex.create %b0, %b1 : complex<f32>
    %s = complex.add %p, %q : complex<f32>
    %d = complex.sub %s, %q : complex<f32>
    %n = complex.neg %d : complex<f32>
    %m = complex.mul %n, %q : complex<f32>
    %c = complex.conj %m : complex<f32>
    %re = complex.re %c : complex<f32>
    %im = complex.im %c : complex<f32>
    memref.store %re, %out[%i, %c0] : memref<64x2xf32>
    memref.store %im, %out[%i, %c1] : memref<64x2xf32>
    %k = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
    %e = complex.eq %k, %k : complex<f32>
    %f = complex.neq %p, %q : complex<f32>
    %b = arith.andi %e, %f : i1
    %w = arith.extui %b : i1 to i32
    memref.store %w, %same[%i] : memref<64xi32>
    gpu.return
  }
}
