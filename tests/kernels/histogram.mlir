gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %bins: memref<16xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %one = arith.constant 1 : i32
    %mask = arith.constant 15 : i32
    %v = memref.load %x[%i] : memref<256xi32>
    %low = arith.andi %v, %mask : i32
    %bin = arith.index_castui %low : i32 to index
    %old = memref.atomic_rmw addi %one, %bins[%bin] : (i32, memref<16xi32>) -> i32
    gpu.return
  }
}
