gpu.module @kernels {
  gpu.func @main(%x: memref<16x8xi32>, %out: memref<8x16xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 16, 1]>} {
    %col = gpu.thread_id x
    %row = gpu.thread_id y
    %line = memref.subview %x[%row, 0] [1, 8] [1, 1] : memref<16x8xi32> to memref<8xi32, strided<[1], offset: ?>>
    %v = memref.load %line[%col] : memref<8xi32, strided<[1], offset: ?>>
    memref.store %v, %out[%col, %row] : memref<8x16xi32>
    gpu.return
  }
}
