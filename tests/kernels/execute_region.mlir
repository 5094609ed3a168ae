//@ covers: a region with branches, in a loop
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %a = memref.load %x[%i] : memref<64xi32>
    %three = arith.constant 3 : i32
    %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%s = %a) -> (i32) {
      %t = scf.execute_region -> i32 {
        %bit = arith.trunci %s : i32 to i1
        cf.cond_br %bit, ^odd, ^even
      ^odd:
        %m = arith.muli %s, %three : i32
        %bit2 = arith.trunci %m : i32 to i1
        cf.cond_br %bit2, ^end(%m : i32), ^even
      ^even:
        %h = arith.shrsi %s, %three : i32
        cf.br ^end(%h : i32)
      ^end(%e: i32):
        scf.yield %e : i32
      }
      %u = arith.addi %t, %three : i32
      scf.yield %u : i32
    }
    memref.store %r, %out[%i] : memref<64xi32>
    gpu.return
  }
}
