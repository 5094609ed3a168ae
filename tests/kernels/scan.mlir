gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %t = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %zero = arith.constant 0 : i32
    %tile = memref.alloc() : memref<64xi32, #gpu.address_space<workgroup>>
    %v = memref.load %x[%t] : memref<64xi32>
    memref.store %v, %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    scf.for %level = %c0 to %c6 step %c1 {
      %step = arith.shli %c1, %level : index
      %has = arith.cmpi uge, %t, %step : index
      %other = scf.if %has -> (i32) {
        %j = arith.subi %t, %step : index
        %l = memref.load %tile[%j] : memref<64xi32, #gpu.address_space<workgroup>>
        scf.yield %l : i32
      } else {
        scf.yield %zero : i32
      }
      gpu.barrier
      %own = memref.load %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
      %s = arith.addi %own, %other : i32
      memref.store %s, %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
      gpu.barrier
    }
    %r = memref.load %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
    memref.store %r, %out[%t] : memref<64xi32>
    gpu.return
  }
}
