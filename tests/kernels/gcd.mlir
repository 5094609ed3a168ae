//@ covers: Euclid's algorithm
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %y: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a0 = memref.load %x[%i] : memref<64xi32>
    %b0 = memref.load %y[%i] : memref<64xi32>
    %mask = arith.constant 65535 : i32
    %a = arith.andi %a0, %mask : i32
    %b = arith.andi %b0, %mask : i32
    %zero = arith.constant 0 : i32
    %r:2 = scf.while (%p = %a, %q = %b) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %q, %zero : i32
      scf.condition(%more) %p, %q : i32, i32
    } do {
    ^bb0(%p: i32, %q: i32):
      %m = arith.remui %p, %q : i32
      scf.yield %q, %m : i32, i32
    }
    memref.store %r#0, %out[%i] : memref<64xi32>
    gpu.return
  }
}
