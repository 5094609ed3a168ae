gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<6x64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi32>
    %three = arith.constant 3 : i32
    %n = arith.andi %v, %three : i32
    %at = arith.index_cast %n : i32 to index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %bytes = arith.constant dense<[-1, 100, 3, -128]> : tensor<4xi8>
    %zero = arith.extui %bytes : tensor<4xi8> to tensor<4xi32>
    %e0 = tensor.extract %zero[%at] : tensor<4xi32>
    memref.store %e0, %out[%c0, %i] : memref<6x64xi32>
    %sign = arith.extsi %bytes : tensor<4xi8> to tensor<4xi32>
    %e1 = tensor.extract %sign[%at] : tensor<4xi32>
    memref.store %e1, %out[%c1, %i] : memref<6x64xi32>
    %words = arith.constant dense<[300, 511, -1, 256]> : tensor<4xi32>
    %narrow = arith.trunci %words : tensor<4xi32> to tensor<4xi16>
    %wide = arith.extui %narrow : tensor<4xi16> to tensor<4xi64>
    %back = arith.trunci %wide : tensor<4xi64> to tensor<4xi32>
    %e2 = tensor.extract %back[%at] : tensor<4xi32>
    memref.store %e2, %out[%c2, %i] : memref<6x64xi32>
    %indices = arith.index_cast %bytes : tensor<4xi8> to tensor<4xindex>
    %e3 = tensor.extract %indices[%at] : tensor<4xindex>
    %w3 = arith.index_cast %e3 : index to i32
    memref.store %w3, %out[%c3, %i] : memref<6x64xi32>
    %less = arith.cmpi ult, %zero, %back : tensor<4xi32>
    %chosen = arith.select %less, %zero, %back : tensor<4xi1>, tensor<4xi32>
    %sum = arith.addi %chosen, %words : tensor<4xi32>
    %e4 = tensor.extract %sum[%at] : tensor<4xi32>
    memref.store %e4, %out[%c4, %i] : memref<6x64xi32>
    %floats = arith.constant dense<[[1.0, 0.1], [3000.7, -5.5e-3]]> : tensor<2x2xf32>
    %halves = arith.truncf %floats : tensor<2x2xf32> to tensor<2x2xf16>
    %exact = arith.extf %halves : tensor<2x2xf16> to tensor<2x2xf32>
    %magnitudes = math.absf %exact : tensor<2x2xf32>
    %bits = arith.bitcast %magnitudes : tensor<2x2xf32> to tensor<2x2xi32>
    %row = arith.divui %at, %c2 : index
    %column = arith.remui %at, %c2 : index
    %e5 = tensor.extract %bits[%row, %column] : tensor<2x2xi32>
    memref.store %e5, %out[%c5, %i] : memref<6x64xi32>
    gpu.return
  }
}
