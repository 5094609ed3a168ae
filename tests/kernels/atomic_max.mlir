//@ covers: the greatest number of several
//@ groups: 8
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<4xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c3 = arith.constant 3 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %k = arith.andi %i, %c3 : index
    %r0 = memref.atomic_rmw maxs %a, %out[%k] : (i32, memref<4xi32>) -> i32
    gpu.return
  }
}
