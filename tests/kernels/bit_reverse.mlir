//@ covers: masks and shifts of words
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v0 = memref.load %x[%i] : memref<64xi32>
    %m0 = arith.constant 0x55555555 : i32
    %s0 = arith.constant 1 : i32
    %a0 = arith.shrui %v0, %s0 : i32
    %b0 = arith.andi %a0, %m0 : i32
    %d0 = arith.andi %v0, %m0 : i32
    %e0 = arith.shli %d0, %s0 : i32
    %v1 = arith.ori %b0, %e0 : i32
    %m1 = arith.constant 0x33333333 : i32
    %s1 = arith.constant 2 : i32
    %a1 = arith.shrui %v1, %s1 : i32
    %b1 = arith.andi %a1, %m1 : i32
    %d1 = arith.andi %v1, %m1 : i32
    %e1 = arith.shli %d1, %s1 : i32
    %v2 = arith.ori %b1, %e1 : i32
    %m2 = arith.constant 0x0F0F0F0F : i32
    %s2 = arith.constant 4 : i32
    %a2 = arith.shrui %v2, %s2 : i32
    %b2 = arith.andi %a2, %m2 : i32
    %d2 = arith.andi %v2, %m2 : i32
    %e2 = arith.shli %d2, %s2 : i32
    %v3 = arith.ori %b2, %e2 : i32
    %m3 = arith.constant 0x00FF00FF : i32
    %s3 = arith.constant 8 : i32
    %a3 = arith.shrui %v3, %s3 : i32
    %b3 = arith.andi %a3, %m3 : i32
    %d3 = arith.andi %v3, %m3 : i32
    %e3 = arith.shli %d3, %s3 : i32
    %v4 = arith.ori %b3, %e3 : i32
    %m4 = arith.constant 0x0000FFFF : i32
    %s4 = arith.constant 16 : i32
    %a4 = arith.shrui %v4, %s4 : i32
    %b4 = arith.andi %a4, %m4 : i32
    %d4 = arith.andi %v4, %m4 : i32
    %e4 = arith.shli %d4, %s4 : i32
    %v5 = arith.ori %b4, %e4 : i32
    memref.store %v5, %out[%i] : memref<64xi32>
    gpu.return
  }
}
