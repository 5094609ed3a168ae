//@ covers: a filter of three by three, zero outside of the image
//@ groups: 4 4
//@ ulp: 128
//@ absolute: 0.0001
gpu.module @kernels {
  gpu.func @main(%x: memref<16x16xf32>, %f: memref<3x3xf32>, %out: memref<16x16xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 4]>} {
    %i = gpu.global_id x
    %j = gpu.global_id y
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %r = %c0 to %c3 step %c1 iter_args(%outer = %zero) -> (f32) {
      %part = scf.for %c = %c0 to %c3 step %c1 iter_args(%s = %outer) -> (f32) {
        %y0 = arith.addi %i, %r : index
        %y = arith.subi %y0, %c1 : index
        %x0 = arith.addi %j, %c : index
        %xx = arith.subi %x0, %c1 : index
        %in_y = arith.cmpi ult, %y, %c16 : index
        %in_x = arith.cmpi ult, %xx, %c16 : index
        %inside = arith.andi %in_y, %in_x : i1
        %v = scf.if %inside -> (f32) {
          %l = memref.load %x[%y, %xx] : memref<16x16xf32>
          scf.yield %l : f32
        } else {
          scf.yield %zero : f32
        }
        %w = memref.load %f[%r, %c] : memref<3x3xf32>
        %p = arith.mulf %v, %w : f32
        %t = arith.addf %s, %p : f32
        scf.yield %t : f32
      }
      scf.yield %part : f32
    }
    memref.store %sum, %out[%i, %j] : memref<16x16xf32>
    gpu.return
  }
}
