//@ covers: a loop that ends early, over a table
gpu.module @kernels {
  memref.global "private" constant @sorted : memref<16xi32> = dense<[1, 3, 4, 9, 11, 17, 25, 26, 31, 40, 55, 70, 71, 90, 100, 120]>
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %t = memref.get_global @sorted : memref<16xi32>
    %v0 = memref.load %x[%i] : memref<64xi32>
    %mask = arith.constant 127 : i32
    %v = arith.andi %v0, %mask : i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %n = arith.constant 16 : i32
    %r:2 = scf.while (%l = %zero, %h = %n) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi slt, %l, %h : i32
      scf.condition(%more) %l, %h : i32, i32
    } do {
    ^bb0(%l: i32, %h: i32):
      %s = arith.addi %l, %h : i32
      %m = arith.shrui %s, %one : i32
      %at = arith.index_cast %m : i32 to index
      %p = memref.load %t[%at] : memref<16xi32>
      %less = arith.cmpi slt, %p, %v : i32
      %next = arith.addi %m, %one : i32
      %nl = arith.select %less, %next, %l : i32
      %nh = arith.select %less, %h, %m : i32
      scf.yield %nl, %nh : i32, i32
    }
    memref.store %r#0, %out[%i] : memref<64xi32>
    gpu.return
  }
}
