gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<5xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %v = memref.load %x[%i] : memref<64xi32>
    %0 = gpu.subgroup_reduce maxsi %v : (i32) -> i32
    %1 = gpu.subgroup_reduce minui %v : (i32) -> i32
    %2 = gpu.subgroup_reduce and %v : (i32) -> i32
    %3 = gpu.subgroup_reduce or %v : (i32) -> i32
    %4 = gpu.subgroup_reduce xor %v : (i32) -> i32
    %r0 = memref.atomic_rmw maxs %0, %out[%c0] : (i32, memref<5xi32>) -> i32
    %r1 = memref.atomic_rmw minu %1, %out[%c1] : (i32, memref<5xi32>) -> i32
    %r2 = memref.atomic_rmw andi %2, %out[%c2] : (i32, memref<5xi32>) -> i32
    %r3 = memref.atomic_rmw ori %3, %out[%c3] : (i32, memref<5xi32>) -> i32
    gpu.return
  }
}
