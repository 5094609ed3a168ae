gpu.module @kernels {
  gpu.func @main(%x: memref<64x4xi64>, %y: memref<64x4xi64>, %out: memref<64x4xi64>, %sums: memref<64xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %a = vector.load %x[%i, %c0] : memref<64x4xi64>, vector<4xi64>
    %b = vector.load %y[%i, %c0] : memref<64x4xi64>, vector<4xi64>
    %k = arith.constant dense<[1, -1, 4294967297, 3]> : vector<4xi64>
    %p = arith.muli %a, %k : vector<4xi64>
    %less = arith.cmpi slt, %p, %b : vector<4xi64>
    %r = arith.select %less, %p, %b : vector<4xi1>, vector<4xi64>
    %s = vector.shuffle %r, %a [3, 4, 1, 6] : vector<4xi64>, vector<4xi64>
    vector.store %s, %out[%i, %c0] : memref<64x4xi64>, vector<4xi64>
    %sum = vector.reduction <add>, %p : vector<4xi64> into i64
    memref.store %sum, %sums[%i] : memref<64xi64>
    gpu.return
  }
}
