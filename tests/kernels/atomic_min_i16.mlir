//@ covers: the least of numbers without sign, of 16 bits
//@ groups: 8
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi16>, %out: memref<4xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c3 = arith.constant 3 : index
    %a = memref.load %x[%i] : memref<64xi16>
    %k = arith.andi %i, %c3 : index
    %r0 = memref.atomic_rmw minu %a, %out[%k] : (i16, memref<4xi16>) -> i16
    gpu.return
  }
}
