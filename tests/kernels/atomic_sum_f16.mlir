gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<4xf16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c3 = arith.constant 3 : index
    %seven = arith.constant 7 : i32
    %a = memref.load %x[%i] : memref<64xi32>
    %b = arith.andi %a, %seven : i32
    %h = arith.sitofp %b : i32 to f16
    %k = arith.andi %i, %c3 : index
    %r = memref.atomic_rmw addf %h, %out[%k] : (f16, memref<4xf16>) -> f16
    gpu.return
  }
}
