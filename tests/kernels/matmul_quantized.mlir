//@ covers: bytes with zero points, 32-bit accumulators, a rounded shift and saturation
//@ groups: 1 4
gpu.module @kernels {
  gpu.func @main(%a: memref<16x32xi8>, %b: memref<32x16xi8>, %bias: memref<16xi32>, %c: memref<16x16xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 4]>} {
    %i = gpu.global_id x
    %j = gpu.global_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %za = arith.constant 3 : i32
    %zb = arith.constant -5 : i32
    %zc = arith.constant 7 : i32
    %shift = arith.constant 9 : i32
    %half = arith.constant 256 : i32
    %mask = arith.constant 65535 : i32
    %least = arith.constant -128 : i32
    %most = arith.constant 127 : i32
    %raw = memref.load %bias[%j] : memref<16xi32>
    %start = arith.andi %raw, %mask : i32
    %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %start) -> (i32) {
      %x = memref.load %a[%i, %k] : memref<16x32xi8>
      %y = memref.load %b[%k, %j] : memref<32x16xi8>
      %xw = arith.extsi %x : i8 to i32
      %yw = arith.extsi %y : i8 to i32
      %xz = arith.subi %xw, %za : i32
      %yz = arith.subi %yw, %zb : i32
      %p = arith.muli %xz, %yz : i32
      %t = arith.addi %s, %p : i32
      scf.yield %t : i32
    }
    %rounded = arith.addi %sum, %half : i32
    %scaled = arith.shrsi %rounded, %shift : i32
    %moved = arith.addi %scaled, %zc : i32
    %low = arith.maxsi %moved, %least : i32
    %high = arith.minsi %low, %most : i32
    %r = arith.trunci %high : i32 to i8
    memref.store %r, %c[%i, %j] : memref<16x16xi8>
    gpu.return
  }
}
