//@ covers: functions of halves
//@ range: -4 4
//@ ulp: 4
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf16>, %y: memref<64xf16>, %out: memref<64x4xf16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = memref.load %x[%i] : memref<64xf16>
    %m = math.absf %a : f16
    %r = math.sqrt %m : f16
    memref.store %r, %out[%i, %c0] : memref<64x4xf16>
    %f = math.floor %a : f16
    memref.store %f, %out[%i, %c1] : memref<64x4xf16>
    %e = math.roundeven %a : f16
    memref.store %e, %out[%i, %c2] : memref<64x4xf16>
    %b = memref.load %y[%i] : memref<64xf16>
    %s = math.copysign %a, %b : f16
    memref.store %s, %out[%i, %c3] : memref<64x4xf16>
    gpu.return
  }
}
