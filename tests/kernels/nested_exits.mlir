//@ covers: loops in each other that end early
gpu.module @kernels {
  gpu.func @main(%x: memref<16x4x4xi32>, %out: memref<16x2xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %limit = arith.constant 5 : i32
    %yes = arith.constant true
    %r:3 = scf.while (%k = %c0, %s = %zero, %go = %yes) : (index, i32, i1) -> (index, i32, i1) {
      %left = arith.cmpi slt, %k, %c4 : index
      %both = arith.andi %left, %go : i1
      scf.condition(%both) %k, %s, %go : index, i32, i1
    } do {
    ^bb0(%k: index, %s: i32, %go: i1):
      %q:2 = scf.while (%l = %c0, %t = %s) : (index, i32) -> (index, i32) {
        %left = arith.cmpi slt, %l, %c4 : index
        %small = arith.cmpi slt, %t, %limit : i32
        %both = arith.andi %left, %small : i1
        scf.condition(%both) %l, %t : index, i32
      } do {
      ^bb0(%l: index, %t: i32):
        %v = memref.load %x[%i, %k, %l] : memref<16x4x4xi32>
        %p = arith.cmpi sgt, %v, %zero : i32
        %d = arith.extui %p : i1 to i32
        %u = arith.addi %t, %d : i32
        %n = arith.addi %l, %c1 : index
        scf.yield %n, %u : index, i32
      }
      %m = arith.addi %k, %c1 : index
      %on = arith.cmpi slt, %q#1, %limit : i32
      scf.yield %m, %q#1, %on : index, i32, i1
    }
    %w = arith.index_cast %r#0 : index to i32
    memref.store %w, %out[%i, %c0] : memref<16x2xi32>
    memref.store %r#1, %out[%i, %c1] : memref<16x2xi32>
    gpu.return
  }
}
