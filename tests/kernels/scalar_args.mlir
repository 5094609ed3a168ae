gpu.module @kernels {
  gpu.func @main(%x: memref<256xf32>, %factor: f32, %offset: index, %out: memref<256xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.global_id x
    %c255 = arith.constant 255 : index
    %j = arith.addi %i, %offset : index
    %k = arith.andi %j, %c255 : index
    %v = memref.load %x[%k] : memref<256xf32>
    %w = arith.mulf %v, %factor : f32
    memref.store %w, %out[%i] : memref<256xf32>
    gpu.return
  }
}
