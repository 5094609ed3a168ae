func.func @f(%v: vector<4xf32>, %w: vector<4xf32>, %m: vector<2x4xf32>, %x: f32, %i: index, %b: memref<8x8xf32>, %mask: vector<4xi1>, %k: vector<4xi32>, %n: i32) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %1 = vector.broadcast %x : f32 to vector<4xf32>
  %2 = vector.create_mask %i : vector<4xi1>
  %3 = vector.constant_mask [3] : vector<4xi1>
  %4 = vector.extract %v[1] : f32 from vector<4xf32>
  %5 = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  %6 = vector.extract %m[%i, 2] : f32 from vector<2x4xf32>
  %7 = vector.extractelement %v[%n : i32] : vector<4xf32>
  %8 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %9 = vector.fma %v, %w, %v : vector<4xf32>
  %10 = vector.gather %b[%i, %i] [%k], %mask, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %b[%i, %i] [%k], %mask, %v : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %b[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  %11 = vector.expandload %b[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %12 = vector.insert %x, %v [2] : f32 into vector<4xf32>
  %13 = vector.insert %v, %m [0] : vector<4xf32> into vector<2x4xf32>
  %14 = vector.insertelement %x, %v[%n : i32] : vector<4xf32>
  %15 = vector.insert_strided_slice %v, %m {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  %16 = vector.interleave %v, %w : vector<4xf32> -> vector<8xf32>
  %17 = vector.load %b[%i, %i] : memref<8x8xf32>, vector<4xf32>
  vector.store %v, %b[%i, %i] : memref<8x8xf32>, vector<4xf32>
  %18 = vector.maskedload %b[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %b[%i, %i], %mask, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  %19 = vector.reduction <add>, %v : vector<4xf32> into f32
  %20 = vector.reduction <maximumf>, %v, %x fastmath<reassoc> : vector<4xf32> into f32
  %21 = vector.multi_reduction <add>, %m, %v [0] : vector<2x4xf32> to vector<4xf32>
  vector.print %v : vector<4xf32>
  vector.print %v : vector<4xf32> punctuation <comma>
  vector.print punctuation <no_punctuation>
  vector.print str "x"
  %22 = vector.shape_cast %m : vector<2x4xf32> to vector<8xf32>
  %23 = vector.shuffle %v, %w [0, 5, 2] : vector<4xf32>, vector<4xf32>
  %24 = vector.splat %x : vector<4xf32>
  %25 = vector.transpose %m, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %26 = vector.vscale
  %27 = vector.step : vector<4xindex>
  %28 = vector.type_cast %b : memref<8x8xf32> to memref<vector<8x8xf32>>
  %29:2 = vector.scan <add>, %m, %v {inclusive = true, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
  %30 = vector.flat_transpose %v {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> -> vector<4xf32>
  %31 = vector.matrix_multiply %v, %w {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}
