//@ covers: a product with the second matrix transposed, by views
//@ groups: 4 4
//@ ulp: 64
//@ absolute: 0.0001
gpu.module @kernels {
  gpu.func @main(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 4]>} {
    %i = gpu.global_id x
    %j = gpu.global_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %row = memref.subview %a[%i, 0] [1, 16] [1, 1] : memref<16x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    %other = memref.subview %b[%j, 0] [1, 16] [1, 1] : memref<16x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (f32) {
      %x = memref.load %row[%k] : memref<16xf32, strided<[1], offset: ?>>
      %y = memref.load %other[%k] : memref<16xf32, strided<[1], offset: ?>>
      %p = arith.mulf %x, %y : f32
      %t = arith.addf %s, %p : f32
      scf.yield %t : f32
    }
    memref.store %sum, %c[%i, %j] : memref<16x16xf32>
    gpu.return
  }
}
