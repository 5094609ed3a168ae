gpu.module @kernels {
  gpu.func @main(%x: memref<64xvector<4xf32>>, %y: memref<64xvector<4xf32>>, %out: memref<64xvector<4xf32>>, %sums: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %two = arith.constant dense<2.0> : vector<4xf32>
    %a = memref.load %x[%i] : memref<64xvector<4xf32>>
    %b = memref.load %y[%i] : memref<64xvector<4xf32>>
    %p = arith.mulf %a, %two : vector<4xf32>
    %s = arith.addf %p, %b : vector<4xf32>
    %w = vector.shuffle %s, %a [3, 2, 1, 4] : vector<4xf32>, vector<4xf32>
    memref.store %w, %out[%i] : memref<64xvector<4xf32>>
    %first = vector.extract %s[1] : f32 from vector<4xf32>
    %r = vector.reduction <add>, %w, %first : vector<4xf32> into f32
    memref.store %r, %sums[%i] : memref<64xf32>
    gpu.return
  }
}
