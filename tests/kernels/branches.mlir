gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %out: memref<256xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ten = arith.constant 10 : i32
    %v = memref.load %x[%i] : memref<256xi32>
    %low = arith.andi %v, %one : i32
    %odd = arith.cmpi eq, %low, %one : i32
    cf.cond_br %odd, ^left(%v, %zero : i32, i32), ^right(%v, %one : i32, i32)
  ^left(%a: i32, %n: i32):
    %a1 = arith.addi %a, %ten : i32
    %n1 = arith.addi %n, %one : i32
    %stop1 = arith.cmpi uge, %n1, %ten : i32
    cf.cond_br %stop1, ^end(%a1 : i32), ^right(%a1, %n1 : i32, i32)
  ^right(%b: i32, %m: i32):
    %b1 = arith.xori %b, %m : i32
    %m1 = arith.addi %m, %one : i32
    %stop2 = arith.cmpi uge, %m1, %ten : i32
    cf.cond_br %stop2, ^end(%b1 : i32), ^left(%b1, %m1 : i32, i32)
  ^end(%r: i32):
    memref.store %r, %out[%i] : memref<256xi32>
    gpu.return
  }
}
