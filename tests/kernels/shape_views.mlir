//@ covers: shapes collapsed, expanded and reinterpreted
gpu.module @kernels {
  gpu.func @main(%x: memref<4x4x4xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %f = memref.collapse_shape %x [[0, 1, 2]] : memref<4x4x4xi32> into memref<64xi32>
    %e = memref.expand_shape %f [[0, 1]] output_shape [8, 8] : memref<64xi32> into memref<8x8xi32>
    %r = memref.reinterpret_cast %x to offset: [0], sizes: [16, 4], strides: [4, 1] : memref<4x4x4xi32> to memref<16x4xi32>
    %p = arith.divui %i, %c8 : index
    %q = arith.remui %i, %c8 : index
    %a = memref.load %e[%q, %p] : memref<8x8xi32>
    %s = arith.remui %i, %c16 : index
    %t = arith.divui %i, %c16 : index
    %b = memref.load %r[%s, %t] : memref<16x4xi32>
    %c = memref.load %f[%i] : memref<64xi32>
    %d = arith.subi %a, %b : i32
    %g = arith.muli %d, %c : i32
    memref.store %g, %out[%i] : memref<64xi32>
    gpu.return
  }
}
