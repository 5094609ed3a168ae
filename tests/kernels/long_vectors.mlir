gpu.module @kernels {
  gpu.func @main(%x: memref<64x8xf32>, %y: memref<64x8xf32>, %out: memref<64x8xf32>, %sums: memref<64x2xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = vector.load %x[%i, %c0] : memref<64x8xf32>, vector<8xf32>
    %b = vector.load %y[%i, %c0] : memref<64x8xf32>, vector<8xf32>
    %two = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : vector<8xf32>
    %p = arith.mulf %a, %two : vector<8xf32>
    %q = arith.addf %p, %b : vector<8xf32>
    %less = arith.cmpf olt, %a, %b : vector<8xf32>
    %r = arith.select %less, %q, %a : vector<8xi1>, vector<8xf32>
    %s = vector.shuffle %r, %b [7, 6, 5, 4, 8, 9, 10, 11] : vector<8xf32>, vector<8xf32>
    vector.store %s, %out[%i, %c0] : memref<64x8xf32>, vector<8xf32>
    %all = vector.reduction <maxnumf>, %a : vector<8xf32> into f32
    memref.store %all, %sums[%i, %c0] : memref<64x2xf32>
    %part = vector.extract_strided_slice %q {offsets = [3], sizes = [5], strides = [1]} : vector<8xf32> to vector<5xf32>
    %least = vector.reduction <minnumf>, %part : vector<5xf32> into f32
    memref.store %least, %sums[%i, %c1] : memref<64x2xf32>
    gpu.return
  }
}
