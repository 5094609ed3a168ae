//@ covers: a filter in fixed point, with saturation
gpu.module @kernels {
  gpu.func @main(%x: memref<72xi16>, %f: memref<8xi16>, %out: memref<64xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0 : i32
    %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (i32) {
      %at = arith.addi %i, %k : index
      %v = memref.load %x[%at] : memref<72xi16>
      %w = memref.load %f[%k] : memref<8xi16>
      %a = arith.extsi %v : i16 to i32
      %b = arith.extsi %w : i16 to i32
      %p = arith.muli %a, %b : i32
      %t = arith.addi %s, %p : i32
      scf.yield %t : i32
    }
    %bits = arith.constant 15 : i32
    %scaled = arith.shrsi %sum, %bits : i32
    %low = arith.constant -32768 : i32
    %high = arith.constant 32767 : i32
    %above = arith.maxsi %scaled, %low : i32
    %within = arith.minsi %above, %high : i32
    %r = arith.trunci %within : i32 to i16
    memref.store %r, %out[%i] : memref<64xi16>
    gpu.return
  }
}
