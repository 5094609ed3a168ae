//@ covers: a loop with two entries
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %three = arith.constant 3 : i32
    %n = arith.constant 9 : i32
    %bit = arith.trunci %a : i32 to i1
    cf.cond_br %bit, ^left(%a, %n : i32, i32), ^right(%a, %n : i32, i32)
    ^left(%v: i32, %k: i32):
      %w = arith.muli %v, %three : i32
      %l = arith.subi %k, %one : i32
      %more = arith.cmpi sgt, %l, %zero : i32
      cf.cond_br %more, ^right(%w, %l : i32, i32), ^end(%w : i32)
    ^right(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      %m = arith.subi %q, %one : i32
      %t = arith.cmpi sgt, %m, %zero : i32
      cf.cond_br %t, ^left(%s, %m : i32, i32), ^end(%s : i32)
    ^end(%r: i32):
    memref.store %r, %out[%i] : memref<64xi32>
    gpu.return
  }
}
