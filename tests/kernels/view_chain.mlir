//@ covers: views of views, with steps
gpu.module @kernels {
  gpu.func @main(%x: memref<16x16xi32>, %out: memref<16xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %a = memref.subview %x[2, 1] [12, 12] [1, 1] : memref<16x16xi32> to memref<12x12xi32, strided<[16, 1], offset: 33>>
    %b = memref.subview %a[%c1, 0] [4, 6] [3, 2] : memref<12x12xi32, strided<[16, 1], offset: 33>> to memref<4x6xi32, strided<[48, 2], offset: ?>>
    %c = memref.subview %b[0, %c3] [4, 1] [1, 1] : memref<4x6xi32, strided<[48, 2], offset: ?>> to memref<4xi32, strided<[48], offset: ?>>
    %k = arith.andi %i, %c3 : index
    %v = memref.load %c[%k] : memref<4xi32, strided<[48], offset: ?>>
    %w = memref.load %b[%k, %c0] : memref<4x6xi32, strided<[48, 2], offset: ?>>
    %n = memref.dim %b, %c1 : memref<4x6xi32, strided<[48, 2], offset: ?>>
    %m = arith.index_cast %n : index to i32
    %s = arith.addi %v, %w : i32
    %r = arith.muli %s, %m : i32
    memref.store %r, %out[%i] : memref<16xi32>
    gpu.return
  }
}
