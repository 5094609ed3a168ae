//@ covers: the dialect index
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64x8xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %m = arith.constant 255 : i32
    %b = arith.andi %a, %m : i32
    %p = index.castu %b : i32 to index
    %seven = index.constant 7
    %three = index.constant 3
    %r0 = index.ceildivs %p, %seven
    %r1 = index.floordivs %p, %seven
    %r2 = index.rems %p, %seven
    %r3 = index.maxs %p, %seven
    %r4 = index.shl %p, %three
    %r5 = index.ceildivu %p, %three
    %less = index.cmp slt(%p, %seven)
    %r6 = arith.select %less, %p, %three : index
    %r7 = index.sub %r4, %p
    %w0 = index.casts %r0 : index to i32
    memref.store %w0, %out[%i, %c0] : memref<64x8xi32>
    %w1 = index.casts %r1 : index to i32
    memref.store %w1, %out[%i, %c1] : memref<64x8xi32>
    %w2 = index.casts %r2 : index to i32
    memref.store %w2, %out[%i, %c2] : memref<64x8xi32>
    %w3 = index.casts %r3 : index to i32
    memref.store %w3, %out[%i, %c3] : memref<64x8xi32>
    %w4 = index.casts %r4 : index to i32
    memref.store %w4, %out[%i, %c4] : memref<64x8xi32>
    %w5 = index.casts %r5 : index to i32
    memref.store %w5, %out[%i, %c5] : memref<64x8xi32>
    %w6 = index.casts %r6 : index to i32
    memref.store %w6, %out[%i, %c6] : memref<64x8xi32>
    %w7 = index.casts %r7 : index to i32
    memref.store %w7, %out[%i, %c7] : memref<64x8xi32>
    gpu.return
  }
}
