//@ covers: flags of floats
//@ ulp: 64
//@ absolute: 0.0001
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %y: memref<64xf32>, %out: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xf32>
    %b = memref.load %y[%i] : memref<64xf32>
    %c = arith.addf %a, %b fastmath<fast> : f32
    %d = arith.mulf %c, %a fastmath<nnan, ninf, contract> : f32
    %e = arith.maximumf %d, %b fastmath<nnan> : f32
    %less = arith.cmpf olt, %e, %a fastmath<nnan> : f32
    %n = arith.negf %e fastmath<nsz> : f32
    %r = arith.select %less, %n, %e : f32
    memref.store %r, %out[%i] : memref<64xf32>
    gpu.return
  }
}
