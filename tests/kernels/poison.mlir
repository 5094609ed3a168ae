//@ covers: a value that no one looks at
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xi32>
    %p = ub.poison : i32
    %zero = arith.constant 0 : i32
    %c = arith.cmpi slt, %a, %zero : i32
    %r = scf.if %c -> (i32) {
      %n = arith.subi %zero, %a : i32
      scf.yield %n : i32
    } else {
      scf.yield %p : i32
    }
    %s = arith.select %c, %r, %a : i32
    memref.store %s, %out[%i] : memref<64xi32>
    gpu.return
  }
}
