//@ covers: all ids of three dimensions
//@ groups: 2 4 2
gpu.module @kernels {
  gpu.func @main(%out: memref<4x8x8x3xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 2, 2]>} {
    %gx = gpu.global_id x
    %gy = gpu.global_id y
    %gz = gpu.global_id z
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bz = gpu.block_id z
    %dx = gpu.block_dim x
    %nx = gpu.grid_dim x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = arith.muli %tx, %dx : index
    %b = arith.addi %a, %bz : index
    %c = arith.muli %ty, %nx : index
    %aw = arith.index_cast %a : index to i32
    %bw = arith.index_cast %b : index to i32
    %cw = arith.index_cast %c : index to i32
    memref.store %aw, %out[%gz, %gy, %gx, %c0] : memref<4x8x8x3xi32>
    memref.store %bw, %out[%gz, %gy, %gx, %c1] : memref<4x8x8x3xi32>
    memref.store %cw, %out[%gz, %gy, %gx, %c2] : memref<4x8x8x3xi32>
    gpu.return
  }
}
