//@ covers: powers of positive numbers, and whole ones of negative numbers
//@ range: -4 4
//@ ulp: 512
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %y: memref<64xf32>, %out: memref<64xf32>, %odd: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xf32>
    %b = memref.load %y[%i] : memref<64xf32>
    %m = math.absf %a : f32
    %r = math.powf %m, %b : f32
    memref.store %r, %out[%i] : memref<64xf32>
    %w = math.floor %b : f32
    %s = math.powf %a, %w : f32
    memref.store %s, %odd[%i] : memref<64xf32>
    gpu.return
  }
}
