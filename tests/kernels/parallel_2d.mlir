//@ covers: a sum and a maximum over two dimensions
gpu.module @kernels {
  gpu.func @main(%x: memref<16x4x4xi32>, %out: memref<16x2xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0 : i32
    %least = arith.constant -2147483648 : i32
    %r:2 = scf.parallel (%k, %l) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) init (%zero, %least) -> (i32, i32) {
      %v = memref.load %x[%i, %k, %l] : memref<16x4x4xi32>
      scf.reduce (%v, %v : i32, i32) {
      ^bb0(%a: i32, %b: i32):
        %s = arith.addi %a, %b : i32
        scf.reduce.return %s : i32
      }, {
      ^bb0(%a: i32, %b: i32):
        %m = arith.maxsi %a, %b : i32
        scf.reduce.return %m : i32
      }
    }
    memref.store %r#0, %out[%i, %c0] : memref<16x2xi32>
    memref.store %r#1, %out[%i, %c1] : memref<16x2xi32>
    gpu.return
  }
}
