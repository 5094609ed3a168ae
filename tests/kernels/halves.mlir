gpu.module @kernels {
  gpu.func @main(%x: memref<128xf16>, %y: memref<128xf16>, %out: memref<128x6xf16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [128, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %a = memref.load %x[%i] : memref<128xf16>
    %b = memref.load %y[%i] : memref<128xf16>
    %r0 = arith.addf %a, %b : f16
    memref.store %r0, %out[%i, %c0] : memref<128x6xf16>
    %r1 = arith.subf %a, %b : f16
    memref.store %r1, %out[%i, %c1] : memref<128x6xf16>
    %r2 = arith.mulf %a, %b : f16
    memref.store %r2, %out[%i, %c2] : memref<128x6xf16>
    %third = arith.constant 0.3333 : f16
    %r3 = arith.mulf %r2, %third : f16
    memref.store %r3, %out[%i, %c3] : memref<128x6xf16>
    %wide = arith.extf %a : f16 to f32
    %big = arith.mulf %wide, %wide : f32
    %r4 = arith.truncf %big : f32 to f16
    memref.store %r4, %out[%i, %c4] : memref<128x6xf16>
    %n = arith.negf %r0 : f16
    %less = arith.cmpf olt, %n, %b : f16
    %r5 = arith.select %less, %n, %b : f16
    memref.store %r5, %out[%i, %c5] : memref<128x6xf16>
    gpu.return
  }
}
