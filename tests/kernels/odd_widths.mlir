//@ covers: integers of 4, 12 and 24 bits
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64x4xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %b = arith.trunci %a : i32 to i12
    %c = arith.trunci %a : i32 to i4
    %d = arith.trunci %a : i32 to i24
    %e = arith.muli %b, %b : i12
    %r0 = arith.extsi %e : i12 to i32
    %f = arith.addi %c, %c : i4
    %r1 = arith.extsi %f : i4 to i32
    %g = arith.muli %d, %d : i24
    %r2 = arith.extui %g : i24 to i32
    %less = arith.cmpi slt, %e, %b : i12
    %r3 = arith.extui %less : i1 to i32
    memref.store %r0, %out[%i, %c0] : memref<64x4xi32>
    memref.store %r1, %out[%i, %c1] : memref<64x4xi32>
    memref.store %r2, %out[%i, %c2] : memref<64x4xi32>
    memref.store %r3, %out[%i, %c3] : memref<64x4xi32>
    gpu.return
  }
}
