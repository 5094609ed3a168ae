gpu.module @kernels {
  gpu.func @main(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) workgroup(%ta : memref<8x8xf32, 3>, %tb : memref<8x8xf32, 3>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %row0 = arith.muli %by, %c8 : index
    %col0 = arith.muli %bx, %c8 : index
    %row = arith.addi %row0, %ty : index
    %col = arith.addi %col0, %tx : index
    %sum = scf.for %t = %c0 to %c16 step %c8 iter_args(%acc = %zero) -> (f32) {
      %ka = arith.addi %t, %tx : index
      %kb = arith.addi %t, %ty : index
      %x = memref.load %a[%row, %ka] : memref<16x16xf32>
      %y = memref.load %b[%kb, %col] : memref<16x16xf32>
      memref.store %x, %ta[%ty, %tx] : memref<8x8xf32, 3>
      memref.store %y, %tb[%ty, %tx] : memref<8x8xf32, 3>
      gpu.barrier
      %inner = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %acc) -> (f32) {
        %l = memref.load %ta[%ty, %k] : memref<8x8xf32, 3>
        %r = memref.load %tb[%k, %tx] : memref<8x8xf32, 3>
        %p = arith.mulf %l, %r : f32
        %n = arith.addf %s, %p : f32
        scf.yield %n : f32
      }
      gpu.barrier
      scf.yield %inner : f32
    }
    memref.store %sum, %c[%row, %col] : memref<16x16xf32>
    gpu.return
  }
}
