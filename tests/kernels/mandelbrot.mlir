gpu.module @kernels {
  gpu.func @main(%out: memref<16x16xi32>, %z: memref<256x2xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 16, 1]>} {
    %i = gpu.global_id x
    %j = gpu.global_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %one = arith.constant 1 : i32
    %none = arith.constant 0 : i32
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %x = arith.sitofp %i32 : i32 to f32
    %y = arith.sitofp %j32 : i32 to f32
    %scale = arith.constant 0.125 : f32
    %left = arith.constant -1.5 : f32
    %top = arith.constant -1.0 : f32
    %re0 = arith.mulf %x, %scale : f32
    %re = arith.addf %re0, %left : f32
    %im0 = arith.mulf %y, %scale : f32
    %im = arith.addf %im0, %top : f32
    %c = complex.create %re, %im : complex<f32>
    %start = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
    %limit = arith.constant 4.0 : f32
    %last, %count = scf.for %k = %c0 to %c8 step %c1 iter_args(%w = %start, %n = %none) -> (complex<f32>, i32) {
      %square = complex.mul %w, %w : complex<f32>
      %next = complex.add %square, %c : complex<f32>
      %a = complex.re %w : complex<f32>
      %b = complex.im %w : complex<f32>
      %aa = arith.mulf %a, %a : f32
      %bb = arith.mulf %b, %b : f32
      %norm = arith.addf %aa, %bb : f32
      %inside = arith.cmpf ole, %norm, %limit : f32
      %more = arith.addi %n, %one : i32
      %m = arith.select %inside, %more, %n : i32
      %kept = arith.select %inside, %next, %w : complex<f32>
      scf.yield %kept, %m : complex<f32>, i32
    }
    memref.store %count, %out[%j, %i] : memref<16x16xi32>
    %row = arith.muli %j, %c16 : index
    %at = arith.addi %row, %i : index
    %conj = complex.conj %last : complex<f32>
    %u = complex.re %conj : complex<f32>
    %v = complex.im %conj : complex<f32>
    memref.store %u, %z[%at, %c0] : memref<256x2xf32>
    memref.store %v, %z[%at, %c1] : memref<256x2xf32>
    gpu.return
  }
}
