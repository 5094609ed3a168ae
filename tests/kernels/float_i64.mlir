//@ covers: 64-bit integers to and from floats
//@ range: -9000000000000000 9000000000000000
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi64>, %y: memref<64xf32>, %out: memref<64x2xf32>, %ints: memref<64x2xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<64xi64>
    %b = memref.load %y[%i] : memref<64xf32>
    %s = arith.sitofp %a : i64 to f32
    %u = arith.uitofp %a : i64 to f32
    memref.store %s, %out[%i, %c0] : memref<64x2xf32>
    memref.store %u, %out[%i, %c1] : memref<64x2xf32>
    %p = arith.fptosi %b : f32 to i64
    %m = math.absf %b : f32
    %q = arith.fptoui %m : f32 to i64
    memref.store %p, %ints[%i, %c0] : memref<64x2xi64>
    memref.store %q, %ints[%i, %c1] : memref<64x2xi64>
    gpu.return
  }
}
