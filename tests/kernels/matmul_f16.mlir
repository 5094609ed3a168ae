//@ covers: halves multiplied, floats summed
//@ groups: 1 4
//@ ulp: 64
//@ absolute: 0.0001
gpu.module @kernels {
  gpu.func @main(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 4]>} {
    %i = gpu.global_id x
    %j = gpu.global_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %zero) -> (f32) {
      %x = memref.load %a[%i, %k] : memref<16x16xf16>
      %y = memref.load %b[%k, %j] : memref<16x16xf16>
      %p = arith.mulf %x, %y : f16
      %pw = arith.extf %p : f16 to f32
      %t = arith.addf %s, %pw : f32
      scf.yield %t : f32
    }
    memref.store %sum, %c[%i, %j] : memref<16x16xf32>
    gpu.return
  }
}
