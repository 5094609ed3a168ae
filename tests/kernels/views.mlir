gpu.module @kernels {
  gpu.func @main(%x: memref<32x32xf32>, %out: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %row = arith.divui %i, %c8 : index
    %col = arith.remui %i, %c8 : index
    %tile = memref.subview %x[%row, 4] [8, 8] [2, 3] : memref<32x32xf32> to memref<8x8xf32, strided<[64, 3], offset: ?>>
    %inner = memref.subview %tile[1, %col] [4, 1] [1, 1] : memref<8x8xf32, strided<[64, 3], offset: ?>> to memref<4xf32, strided<[64], offset: ?>>
    %a = memref.load %inner[%c1] : memref<4xf32, strided<[64], offset: ?>>
    %flat = memref.collapse_shape %x [[0, 1]] : memref<32x32xf32> into memref<1024xf32>
    %b = memref.load %flat[%i] : memref<1024xf32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %out[%i] : memref<64xf32>
    gpu.return
  }
}
