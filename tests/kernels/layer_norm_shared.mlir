gpu.module @kernels {
  gpu.func @main(%x: memref<4x64xf32>, %gamma: memref<64xf32>, %out: memref<4x64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %row = gpu.block_id x
    %t = gpu.thread_id x
    %n = arith.constant 64.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%row, %t] : memref<4x64xf32>
    %tile = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
    %sum = func.call @sum(%v, %t, %tile) : (f32, index, memref<64xf32, #gpu.address_space<workgroup>>) -> f32
    %mean = arith.divf %sum, %n : f32
    %d = arith.subf %v, %mean : f32
    %d2 = arith.mulf %d, %d : f32
    %squares = func.call @sum(%d2, %t, %tile) : (f32, index, memref<64xf32, #gpu.address_space<workgroup>>) -> f32
    %var = arith.divf %squares, %n : f32
    %safe = arith.addf %var, %eps : f32
    %scale = math.rsqrt %safe : f32
    %g = memref.load %gamma[%t] : memref<64xf32>
    %r0 = arith.mulf %d, %scale : f32
    %r = arith.mulf %r0, %g : f32
    memref.store %r, %out[%row, %t] : memref<4x64xf32>
    gpu.return
  }
  // The sum over the workgroup, by halves.
  func.func @sum(%v: f32, %t: index, %tile: memref<64xf32, #gpu.address_space<workgroup>>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.barrier
    memref.store %v, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %end = scf.while (%s = %c32) : (index) -> index {
      %go = arith.cmpi ugt, %s, %c0 : index
      scf.condition(%go) %s : index
    } do {
    ^bb0(%s: index):
      %adds = arith.cmpi ult, %t, %s : index
      scf.if %adds {
        %j = arith.addi %t, %s : index
        %a = memref.load %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
        %b = memref.load %tile[%j] : memref<64xf32, #gpu.address_space<workgroup>>
        %c = arith.addf %a, %b : f32
        memref.store %c, %tile[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %next = arith.shrui %s, %c1 : index
      scf.yield %next : index
    }
    %r = memref.load %tile[%c0] : memref<64xf32, #gpu.address_space<workgroup>>
    return %r : f32
  }
}
