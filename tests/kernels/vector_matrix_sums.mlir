//@ covers: sums and extrema of rows and columns
gpu.module @kernels {
  gpu.func @main(%x: memref<64x12xi32>, %out: memref<64x12xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c7 = arith.constant 7 : index
    %c11 = arith.constant 11 : index
    %b = vector.load %x[%i, %c0] : memref<64x12xi32>, vector<12xi32>
    %a = vector.shape_cast %b : vector<12xi32> to vector<3x4xi32>
    %z4 = arith.constant dense<1> : vector<4xi32>
    %z3 = arith.constant dense<[3, -2, 7]> : vector<3xi32>
    %one = arith.constant 1 : i32
    %p = vector.multi_reduction <add>, %a, %z4 [0] : vector<3x4xi32> to vector<4xi32>
    %q = vector.multi_reduction <maxsi>, %a, %z3 [1] : vector<3x4xi32> to vector<3xi32>
    %r = vector.multi_reduction <xor>, %a, %one [0, 1] : vector<3x4xi32> to i32
    vector.store %p, %out[%i, %c0] : memref<64x12xi32>, vector<4xi32>
    vector.store %q, %out[%i, %c4] : memref<64x12xi32>, vector<3xi32>
    memref.store %r, %out[%i, %c7] : memref<64x12xi32>
    gpu.return
  }
}
