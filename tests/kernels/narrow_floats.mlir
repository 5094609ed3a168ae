//@ covers: halves from and to integers of all widths
//@ range: -100 100
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi8>, %y: memref<64xi16>, %z: memref<64xf16>, %h: memref<64x2xf16>, %b: memref<64xi8>, %w: memref<64xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<64xi8>
    %c = memref.load %y[%i] : memref<64xi16>
    %e = memref.load %z[%i] : memref<64xf16>
    %p = arith.sitofp %a : i8 to f16
    %q = arith.uitofp %c : i16 to f16
    memref.store %p, %h[%i, %c0] : memref<64x2xf16>
    memref.store %q, %h[%i, %c1] : memref<64x2xf16>
    %r = arith.fptosi %e : f16 to i8
    memref.store %r, %b[%i] : memref<64xi8>
    %s = arith.bitcast %e : f16 to i16
    memref.store %s, %w[%i] : memref<64xi16>
    gpu.return
  }
}
