//@ covers: powers of integers, also negative ones
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %n: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %n[%i] : memref<64xi32>
    %seven = arith.constant 7 : i32
    %two = arith.constant 2 : i32
    %one = arith.constant 1 : i32
    %base = arith.ori %a, %one : i32
    %c = arith.andi %b, %seven : i32
    %e = arith.subi %c, %two : i32
    %r = math.ipowi %base, %e : i32
    memref.store %r, %out[%i] : memref<64xi32>
    gpu.return
  }
}
