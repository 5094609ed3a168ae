gpu.module @kernels {
  gpu.func @main(%x: memref<64x4x8xi32>, %out: memref<64x2xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0 : i32
    %sum, %top = scf.parallel (%j, %k) = (%c0, %c0) to (%c4, %c8) step (%c1, %c1) init (%zero, %zero) -> (i32, i32) {
      %v = memref.load %x[%i, %j, %k] : memref<64x4x8xi32>
      scf.reduce(%v, %v : i32, i32) {
      ^bb0(%a: i32, %b: i32):
        %s = arith.addi %a, %b : i32
        scf.reduce.return %s : i32
      }, {
      ^bb0(%a: i32, %b: i32):
        %s = arith.maxui %a, %b : i32
        scf.reduce.return %s : i32
      }
    }
    memref.store %sum, %out[%i, %c0] : memref<64x2xi32>
    memref.store %top, %out[%i, %c1] : memref<64x2xi32>
    gpu.return
  }
}
