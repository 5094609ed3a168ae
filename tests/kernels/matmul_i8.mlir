//@ covers: bytes multiplied, words summed
//@ groups: 1 4
gpu.module @kernels {
  gpu.func @main(%a: memref<16x16xi8>, %b: memref<16x16xi8>, %c: memref<16x16xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 4]>} {
    %i = gpu.global_id x
    %j = gpu.global_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i32
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (i32) {
      %x = memref.load %a[%i, %k] : memref<16x16xi8>
      %y = memref.load %b[%k, %j] : memref<16x16xi8>
      %xw = arith.extsi %x : i8 to i32
      %yw = arith.extui %y : i8 to i32
      %p = arith.muli %xw, %yw : i32
      %t = arith.addi %s, %p : i32
      scf.yield %t : i32
    }
    memref.store %sum, %c[%i, %j] : memref<16x16xi32>
    gpu.return
  }
}
