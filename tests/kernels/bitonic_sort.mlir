gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %tile = memref.alloc() : memref<64xi32, #gpu.address_space<workgroup>>
    %v = memref.load %x[%i] : memref<256xi32>
    memref.store %v, %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %k_end = scf.while (%k = %c2) : (index) -> index {
      %go = arith.cmpi ule, %k, %c64 : index
      scf.condition(%go) %k : index
    } do {
    ^bb0(%k: index):
      %half = arith.shrui %k, %c1 : index
      %j_end = scf.while (%j = %half) : (index) -> index {
        %go = arith.cmpi ugt, %j, %c0 : index
        scf.condition(%go) %j : index
      } do {
      ^bb1(%j: index):
        %other = arith.xori %t, %j : index
        %mine = memref.load %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
        %theirs = memref.load %tile[%other] : memref<64xi32, #gpu.address_space<workgroup>>
        gpu.barrier
        %bit = arith.andi %t, %k : index
        %up = arith.cmpi eq, %bit, %c0 : index
        %lower = arith.cmpi ult, %t, %other : index
        %least = arith.cmpi eq, %up, %lower : i1
        %min = arith.minsi %mine, %theirs : i32
        %max = arith.maxsi %mine, %theirs : i32
        %new = arith.select %least, %min, %max : i32
        memref.store %new, %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
        gpu.barrier
        %next = arith.shrui %j, %c1 : index
        scf.yield %next : index
      }
      %next = arith.shli %k, %c1 : index
      scf.yield %next : index
    }
    %r = memref.load %tile[%t] : memref<64xi32, #gpu.address_space<workgroup>>
    memref.store %r, %x[%i] : memref<256xi32>
    gpu.return
  }
}
