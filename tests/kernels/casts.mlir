gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %y: memref<64xf32>, %f: memref<64x2xf32>, %n: memref<64x2xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xf32>
    %0 = arith.sitofp %a : i32 to f32
    memref.store %0, %f[%i, %c0] : memref<64x2xf32>
    %1 = arith.uitofp %a : i32 to f32
    memref.store %1, %f[%i, %c1] : memref<64x2xf32>
    %2 = arith.fptosi %b : f32 to i32
    memref.store %2, %n[%i, %c0] : memref<64x2xi32>
    %3 = arith.bitcast %b : f32 to i32
    memref.store %3, %n[%i, %c1] : memref<64x2xi32>
    gpu.return
  }
}
