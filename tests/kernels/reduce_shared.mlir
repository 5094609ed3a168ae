gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %out: memref<4xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %tile = memref.alloc() : memref<64xi32, 3>
    %v = memref.load %x[%i] : memref<256xi32>
    memref.store %v, %tile[%t] : memref<64xi32, 3>
    gpu.barrier
    %end = scf.while (%step = %c32) : (index) -> index {
      %more = arith.cmpi ugt, %step, %c0 : index
      scf.condition(%more) %step : index
    } do {
    ^bb0(%step: index):
      %active = arith.cmpi ult, %t, %step : index
      scf.if %active {
        %j = arith.addi %t, %step : index
        %l = memref.load %tile[%t] : memref<64xi32, 3>
        %r = memref.load %tile[%j] : memref<64xi32, 3>
        %s = arith.addi %l, %r : i32
        memref.store %s, %tile[%t] : memref<64xi32, 3>
      }
      gpu.barrier
      %half = arith.shrui %step, %c1 : index
      scf.yield %half : index
    }
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      %sum = memref.load %tile[%c0] : memref<64xi32, 3>
      memref.store %sum, %out[%b] : memref<4xi32>
    }
    gpu.return
  }
}
