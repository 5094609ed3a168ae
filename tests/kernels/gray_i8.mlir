//@ covers: Gray codes of bytes, and back
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi8>, %out: memref<64x2xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.load %x[%i] : memref<64xi8>
    %one = arith.constant 1 : i8
    %two = arith.constant 2 : i8
    %four = arith.constant 4 : i8
    %h = arith.shrui %a, %one : i8
    %g = arith.xori %a, %h : i8
    memref.store %g, %out[%i, %c0] : memref<64x2xi8>
    %p0 = arith.shrui %g, %one : i8
    %q0 = arith.xori %g, %p0 : i8
    %p1 = arith.shrui %q0, %two : i8
    %q1 = arith.xori %q0, %p1 : i8
    %p2 = arith.shrui %q1, %four : i8
    %q2 = arith.xori %q1, %p2 : i8
    memref.store %q2, %out[%i, %c1] : memref<64x2xi8>
    gpu.return
  }
}
