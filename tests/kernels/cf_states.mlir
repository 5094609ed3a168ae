//@ covers: a machine of states by a switch in a loop
gpu.module @kernels {
  gpu.func @main(%x: memref<64x8xi8>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    cf.br ^next(%c0, %zero, %zero : index, i32, i32)
    ^next(%k: index, %state: i32, %n: i32):
      %more = arith.cmpi slt, %k, %c8 : index
      cf.cond_br %more, ^step, ^end
    ^step:
      %b = memref.load %x[%i, %k] : memref<64x8xi8>
      %odd = arith.trunci %b : i8 to i1
      %k1 = arith.addi %k, %c1 : index
      cf.switch %state : i32, [
        default: ^next(%k1, %zero, %n : index, i32, i32),
        0: ^first,
        1: ^second
      ]
    ^first:
      %s = arith.select %odd, %one, %zero : i32
      cf.br ^next(%k1, %s, %n : index, i32, i32)
    ^second:
      cf.cond_br %odd, ^found, ^next(%k1, %two, %n : index, i32, i32)
    ^found:
      %m = arith.addi %n, %one : i32
      cf.br ^next(%k1, %zero, %m : index, i32, i32)
    ^end:
    memref.store %n, %out[%i] : memref<64xi32>
    gpu.return
  }
}
