gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64x3xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %four = arith.constant 4 : i32
    %v = memref.load %x[%i] : memref<64xi32>
    %a, %p = gpu.shuffle xor %v, %one, %four : i32
    memref.store %a, %out[%i, %c0] : memref<64x3xi32>
    %b, %q = gpu.shuffle idx %v, %three, %four : i32
    memref.store %b, %out[%i, %c1] : memref<64x3xi32>
    %c, %r = gpu.shuffle down %v, %one, %four : i32
    %d = arith.select %r, %c, %one : i32
    memref.store %d, %out[%i, %c2] : memref<64x3xi32>
    gpu.return
  }
}
