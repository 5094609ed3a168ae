gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %out: memref<4xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c3 = arith.constant 3 : index
    %a = memref.load %x[%i] : memref<64xf32>
    %k = arith.andi %i, %c3 : index
    %r0 = memref.atomic_rmw maximumf %a, %out[%k] : (f32, memref<4xf32>) -> f32
    gpu.return
  }
}
