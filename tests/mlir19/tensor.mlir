func.func @shapes(%t: tensor<4x8xf32>, %d: tensor<?x?xf32>, %i: index, %n: index, %s: tensor<2xi32>) -> tensor<32xf32> {
  %0 = tensor.bitcast %t : tensor<4x8xf32> to tensor<4x8xi32>
  %1 = tensor.collapse_shape %t [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %3 = tensor.expand_shape %d [[0, 1], [2]] output_shape [%n, 2, 4] : tensor<?x?xf32> into tensor<?x2x?xf32>
  %4 = tensor.extract_slice %t[0, 2] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
  %5 = tensor.extract_slice %d[%i, 0] [2, %n] [1, %i] : tensor<?x?xf32> to tensor<2x?xf32>
  %6 = tensor.extract_slice %t[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  %7 = tensor.insert_slice %4 into %t[0, 2] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x8xf32>
  %8 = tensor.insert_slice %5 into %d[%i, 0] [2, %n] [1, %i] : tensor<2x?xf32> into tensor<?x?xf32>
  %9 = tensor.reshape %t(%s) : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %c = arith.constant dense<true> : tensor<4x8xi1>
  %10 = arith.select %c, %t, %t : tensor<4x8xi1>, tensor<4x8xf32>
  return %1 : tensor<32xf32>
}
func.func @parallel(%t: tensor<4x8xf32>, %n: index) -> tensor<4x8xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x8xf32>) {
    %s = tensor.extract_slice %o[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}
