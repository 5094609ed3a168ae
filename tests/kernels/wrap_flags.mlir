//@ covers: sums and products that do not wrap, and say so
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %m = arith.constant 1023 : i32
    %b = arith.andi %a, %m : i32
    %c = arith.addi %b, %m overflow<nsw, nuw> : i32
    %d = arith.muli %c, %b overflow<nsw> : i32
    %two = arith.constant 2 : i32
    %e = arith.shli %d, %two overflow<nuw> : i32
    %f = arith.subi %e, %b overflow<nsw> : i32
    memref.store %f, %out[%i] : memref<64xi32>
    gpu.return
  }
}
