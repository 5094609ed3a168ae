//@ covers: a loop until a float is near enough
//@ ulp: 16
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %out: memref<64xf32>, %steps: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %a0 = memref.load %x[%i] : memref<64xf32>
    %one = arith.constant 1.0 : f32
    %half = arith.constant 0.5 : f32
    %near = arith.constant 0.001 : f32
    %m = math.absf %a0 : f32
    %a = arith.addf %m, %one : f32
    %zero = arith.constant 0 : i32
    %step = arith.constant 1 : i32
    %most = arith.constant 20 : i32
    %r:2 = scf.while (%g = %a, %n = %zero) : (f32, i32) -> (f32, i32) {
      %g2 = arith.mulf %g, %g : f32
      %d = arith.subf %g2, %a : f32
      %far0 = arith.cmpf ogt, %d, %near : f32
      %left = arith.cmpi slt, %n, %most : i32
      %far = arith.andi %far0, %left : i1
      scf.condition(%far) %g, %n : f32, i32
    } do {
    ^bb0(%g: f32, %n: i32):
      %q = arith.divf %a, %g : f32
      %s = arith.addf %g, %q : f32
      %h = arith.mulf %s, %half : f32
      %k = arith.addi %n, %step : i32
      scf.yield %h, %k : f32, i32
    }
    memref.store %r#0, %out[%i] : memref<64xf32>
    memref.store %r#1, %steps[%i] : memref<64xi32>
    gpu.return
  }
}
