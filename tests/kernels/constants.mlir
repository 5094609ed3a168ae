gpu.module @kernels {
  memref.global "private" constant @table : memref<4xi32> = dense<[7, 11, 13, 17]>
  func.func @twice(%x: i32) -> i32 {
    %s = arith.addi %x, %x : i32
    return %s : i32
  }
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %three = arith.constant 3 : i32
    %table = memref.get_global @table : memref<4xi32>
    %v = memref.load %x[%i] : memref<64xi32>
    %low = arith.andi %v, %three : i32
    %at = arith.index_castui %low : i32 to index
    %e = memref.load %table[%at] : memref<4xi32>
    %r = func.call @twice(%e) : (i32) -> i32
    memref.store %r, %out[%i] : memref<64xi32>
    gpu.return
  }
}
