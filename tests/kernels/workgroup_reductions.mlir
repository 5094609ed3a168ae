gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %f: memref<256xf32>, %b: memref<256xi8>, %out: memref<1024xi32>, %numbers: memref<512xf32>, %bytes: memref<512xi8>)
      kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 4, 2]>} {
    %i = gpu.global_id x
    %j = gpu.global_id y
    %k = gpu.global_id z
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %plane = arith.muli %k, %c4 : index
    %row = arith.addi %plane, %j : index
    %before = arith.muli %row, %c32 : index
    %n = arith.addi %before, %i : index
    %v = memref.load %x[%n] : memref<256xi32>
    %w = memref.load %f[%n] : memref<256xf32>
    %byte = memref.load %b[%n] : memref<256xi8>
    %product = gpu.all_reduce mul %v uniform {} : (i32) -> i32
    %common = gpu.all_reduce and %v uniform {} : (i32) -> i32
    %bits = gpu.all_reduce xor %v uniform {} : (i32) -> i32
    %least = gpu.all_reduce minsi %v uniform {} : (i32) -> i32
    %sum = gpu.all_reduce add %w uniform {} : (f32) -> f32
    %top = gpu.all_reduce maximumf %w uniform {} : (f32) -> f32
    %low = gpu.all_reduce minsi %byte uniform {} : (i8) -> i8
    %high = gpu.all_reduce maxui %byte uniform {} : (i8) -> i8
    %four = arith.muli %n, %c4 : index
    %four1 = arith.addi %four, %c1 : index
    %four2 = arith.addi %four, %c2 : index
    %four3 = arith.addi %four, %c3 : index
    memref.store %product, %out[%four] : memref<1024xi32>
    memref.store %common, %out[%four1] : memref<1024xi32>
    memref.store %bits, %out[%four2] : memref<1024xi32>
    memref.store %least, %out[%four3] : memref<1024xi32>
    %two = arith.muli %n, %c2 : index
    %two1 = arith.addi %two, %c1 : index
    memref.store %sum, %numbers[%two] : memref<512xf32>
    memref.store %top, %numbers[%two1] : memref<512xf32>
    memref.store %low, %bytes[%two] : memref<512xi8>
    memref.store %high, %bytes[%two1] : memref<512xi8>
    gpu.return
  }
}
