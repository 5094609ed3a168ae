//@ covers: whole powers
//@ range: -4 4
//@ ulp: 512
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %n: memref<64xi32>, %out: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<64xf32>
    %b = memref.load %n[%i] : memref<64xi32>
    %seven = arith.constant 7 : i32
    %three = arith.constant 3 : i32
    %c = arith.andi %b, %seven : i32
    %e = arith.subi %c, %three : i32
    %r = math.fpowi %a, %e : f32, i32
    memref.store %r, %out[%i] : memref<64xf32>
    gpu.return
  }
}
