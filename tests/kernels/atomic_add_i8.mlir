//@ covers: sums in memory of i8
//@ groups: 8
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi8>, %out: memref<4xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c3 = arith.constant 3 : index
    %a = memref.load %x[%i] : memref<64xi8>
    %k = arith.andi %i, %c3 : index
    %r0 = memref.atomic_rmw addi %a, %out[%k] : (i8, memref<4xi8>) -> i8
    gpu.return
  }
}
