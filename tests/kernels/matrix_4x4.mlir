gpu.module @kernels {
  gpu.func @main(%x: memref<64x4x4xf32>, %y: memref<64x4x4xf32>, %out: memref<64x4x4xf32>, %t: memref<64x4x4xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %a = vector.load %x[%i, %c0, %c0] : memref<64x4x4xf32>, vector<4x4xf32>
    %columns = vector.transpose %a, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
    %zero = arith.constant dense<0.0> : vector<4x4xf32>
    %zero_row = arith.constant dense<0.0> : vector<4xf32>
    %product, %rest = scf.for %k = %c0 to %c4 step %c1 iter_args(%sum = %zero, %left = %columns) -> (vector<4x4xf32>, vector<4x4xf32>) {
      %row = vector.load %y[%i, %k, %c0] : memref<64x4x4xf32>, vector<4xf32>
      %column = vector.extract %left[0] : vector<4xf32> from vector<4x4xf32>
      %next = vector.outerproduct %column, %row, %sum : vector<4xf32>, vector<4xf32>
      %rotated = vector.shuffle %left, %left [1, 2, 3, 0] : vector<4x4xf32>, vector<4x4xf32>
      scf.yield %next, %rotated : vector<4x4xf32>, vector<4x4xf32>
    }
    vector.store %product, %out[%i, %c0, %c0] : memref<64x4x4xf32>, vector<4x4xf32>
    %cols = vector.multi_reduction <add>, %a, %zero_row [0] : vector<4x4xf32> to vector<4xf32>
    %wide = vector.broadcast %cols : vector<4xf32> to vector<4x4xf32>
    %shifted = arith.subf %columns, %wide : vector<4x4xf32>
    vector.store %shifted, %t[%i, %c0, %c0] : memref<64x4x4xf32>, vector<4x4xf32>
    gpu.return
  }
}
