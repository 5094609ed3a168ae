gpu.module @kernels {
  gpu.func @main(%x: memref<?x?x?xi32>, %y: memref<?x?xi32, strided<[?, 1], offset: ?>>, %out: memref<?xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %n = memref.dim %x, %c0 : memref<?x?x?xi32>
    %m = memref.dim %x, %c1 : memref<?x?x?xi32>
    %k = memref.dim %x, %c2 : memref<?x?x?xi32>
    %rows = memref.dim %y, %c0 : memref<?x?xi32, strided<[?, 1], offset: ?>>
    scf.for %i = %c0 to %rows step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        %start = memref.load %y[%i, %j] : memref<?x?xi32, strided<[?, 1], offset: ?>>
        %sum = scf.for %l = %c0 to %k step %c1 iter_args(%s = %start) -> i32 {
          %v = memref.load %x[%i, %j, %l] : memref<?x?x?xi32>
          %t = arith.addi %s, %v : i32
          scf.yield %t : i32
        }
        %row = arith.muli %i, %m : index
        %at = arith.addi %row, %j : index
        memref.store %sum, %out[%at] : memref<?xi32>
      }
    }
    %total = arith.muli %rows, %m : index
    %sizes = memref.subview %out[%total] [4] [1] : memref<?xi32> to memref<4xi32, strided<[1], offset: ?>>
    %n32 = arith.index_cast %n : index to i32
    memref.store %n32, %sizes[%c0] : memref<4xi32, strided<[1], offset: ?>>
    %m32 = arith.index_cast %m : index to i32
    memref.store %m32, %sizes[%c1] : memref<4xi32, strided<[1], offset: ?>>
    %k32 = arith.index_cast %k : index to i32
    memref.store %k32, %sizes[%c2] : memref<4xi32, strided<[1], offset: ?>>
    %rows32 = arith.index_cast %rows : index to i32
    memref.store %rows32, %sizes[%c3] : memref<4xi32, strided<[1], offset: ?>>
    gpu.return
  }
}
