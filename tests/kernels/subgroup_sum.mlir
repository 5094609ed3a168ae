gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %out: memref<1xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%i] : memref<256xi32>
    %s = gpu.subgroup_reduce add %v : (i32) -> i32
    %lane = gpu.lane_id
    %first = arith.cmpi eq, %lane, %c0 : index
    scf.if %first {
      %old = memref.atomic_rmw addi %s, %out[%c0] : (i32, memref<1xi32>) -> i32
    }
    gpu.return
  }
}
