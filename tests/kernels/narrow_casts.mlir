gpu.module @kernels {
  gpu.func @main(%x: memref<256xi8>, %out: memref<256x4xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = memref.load %x[%i] : memref<256xi8>
    %s = arith.addi %a, %a : i8
    %0 = arith.extsi %s : i8 to i32
    memref.store %0, %out[%i, %c0] : memref<256x4xi32>
    %1 = arith.extui %s : i8 to i32
    memref.store %1, %out[%i, %c1] : memref<256x4xi32>
    %t = arith.extsi %a : i8 to i16
    %u = arith.muli %t, %t : i16
    %v = arith.trunci %u : i16 to i8
    %2 = arith.extsi %v : i8 to i32
    memref.store %2, %out[%i, %c2] : memref<256x4xi32>
    %3 = arith.extui %u : i16 to i32
    memref.store %3, %out[%i, %c3] : memref<256x4xi32>
    gpu.return
  }
}
