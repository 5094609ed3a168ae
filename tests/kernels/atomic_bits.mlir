//@ covers: bits set and cleared
//@ groups: 8
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<8xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c7 = arith.constant 7 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %k = arith.andi %i, %c7 : index
    %r0 = memref.atomic_rmw ori %a, %out[%k] : (i32, memref<8xi32>) -> i32
    gpu.return
  }
}
