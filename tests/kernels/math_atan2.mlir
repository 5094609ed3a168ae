//@ covers: math.atan2 in all quadrants
//@ range: -9 9
//@ ulp: 4096
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %y: memref<64xf32>, %out: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xf32>
    %b = memref.load %y[%i] : memref<64xf32>
    %r = math.atan2 %a, %b : f32
    memref.store %r, %out[%i] : memref<64xf32>
    gpu.return
  }
}
