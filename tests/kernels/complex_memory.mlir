//@ covers: memory of complex numbers
//@ ulp: 16
//@ absolute: 1e-4
gpu.module @kernels {
  gpu.func @main(%x: memref<64xcomplex<f32>>, %y: memref<64xf32>, %out: memref<64xcomplex<f32>>, %re: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xcomplex<f32>>
    %f = memref.load %y[%i] : memref<64xf32>
    %b = complex.create %f, %f : complex<f32>
    %c = complex.mul %a, %b : complex<f32>
    %d = complex.add %c, %a : complex<f32>
    memref.store %d, %out[%i] : memref<64xcomplex<f32>>
    %r = complex.re %d : complex<f32>
    memref.store %r, %re[%i] : memref<64xf32>
    gpu.return
  }
}
