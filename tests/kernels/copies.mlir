//@ covers: memory copied
gpu.module @kernels {
  gpu.func @main(%x: memref<16x4x4xi16>, %out: memref<16x4x4xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %m = memref.alloca() : memref<1x4x4xi16>
    %s = memref.subview %x[%i, 0, 0] [1, 4, 4] [1, 1, 1] : memref<16x4x4xi16> to memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    %v00 = memref.load %s[%c0, %c0, %c0] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v00, %m[%c0, %c0, %c0] : memref<1x4x4xi16>
    %v01 = memref.load %s[%c0, %c0, %c1] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v01, %m[%c0, %c1, %c0] : memref<1x4x4xi16>
    %v02 = memref.load %s[%c0, %c0, %c2] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v02, %m[%c0, %c2, %c0] : memref<1x4x4xi16>
    %v03 = memref.load %s[%c0, %c0, %c3] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v03, %m[%c0, %c3, %c0] : memref<1x4x4xi16>
    %v10 = memref.load %s[%c0, %c1, %c0] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v10, %m[%c0, %c0, %c1] : memref<1x4x4xi16>
    %v11 = memref.load %s[%c0, %c1, %c1] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v11, %m[%c0, %c1, %c1] : memref<1x4x4xi16>
    %v12 = memref.load %s[%c0, %c1, %c2] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v12, %m[%c0, %c2, %c1] : memref<1x4x4xi16>
    %v13 = memref.load %s[%c0, %c1, %c3] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v13, %m[%c0, %c3, %c1] : memref<1x4x4xi16>
    %v20 = memref.load %s[%c0, %c2, %c0] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v20, %m[%c0, %c0, %c2] : memref<1x4x4xi16>
    %v21 = memref.load %s[%c0, %c2, %c1] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v21, %m[%c0, %c1, %c2] : memref<1x4x4xi16>
    %v22 = memref.load %s[%c0, %c2, %c2] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v22, %m[%c0, %c2, %c2] : memref<1x4x4xi16>
    %v23 = memref.load %s[%c0, %c2, %c3] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v23, %m[%c0, %c3, %c2] : memref<1x4x4xi16>
    %v30 = memref.load %s[%c0, %c3, %c0] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v30, %m[%c0, %c0, %c3] : memref<1x4x4xi16>
    %v31 = memref.load %s[%c0, %c3, %c1] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v31, %m[%c0, %c1, %c3] : memref<1x4x4xi16>
    %v32 = memref.load %s[%c0, %c3, %c2] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v32, %m[%c0, %c2, %c3] : memref<1x4x4xi16>
    %v33 = memref.load %s[%c0, %c3, %c3] : memref<1x4x4xi16, strided<[16, 4, 1], offset: ?>>
    memref.store %v33, %m[%c0, %c3, %c3] : memref<1x4x4xi16>
    %n = memref.alloca() : memref<1x4x4xi16>
    memref.copy %m, %n : memref<1x4x4xi16> to memref<1x4x4xi16>
    scf.for %k = %c0 to %c3 step %c1 {
      %u = memref.load %n[%c0, %k, %c2] : memref<1x4x4xi16>
      memref.store %u, %out[%i, %c1, %k] : memref<16x4x4xi16>
    }
    gpu.return
  }
}
