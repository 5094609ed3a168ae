//@ covers: functions with several results and long vectors
//@ ulp: 1
gpu.module @kernels {
  func.func @scaled(%v: vector<8xf32>, %s: f32) -> vector<8xf32> {
    %w = vector.broadcast %s : f32 to vector<8xf32>
    %r = arith.mulf %v, %w : vector<8xf32>
    return %r : vector<8xf32>
  }
  func.func @split(%v: vector<8xf32>) -> (vector<8xf32>, f32, i32) {
    %zero = arith.constant dense<0.0> : vector<8xf32>
    %up = arith.maxnumf %v, %zero : vector<8xf32>
    %most = vector.reduction <maximumf>, %v : vector<8xf32> into f32
    %p = arith.cmpf ogt, %v, %zero : vector<8xf32>
    %n = arith.extui %p : vector<8xi1> to vector<8xi32>
    %c = vector.reduction <add>, %n : vector<8xi32> into i32
    return %up, %most, %c : vector<8xf32>, f32, i32
  }
  gpu.func @main(%x: memref<64x8xf32>, %out: memref<64x8xf32>, %n: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %v = vector.load %x[%i, %c0] : memref<64x8xf32>, vector<8xf32>
    %w, %s, %c = func.call @split(%v) : (vector<8xf32>) -> (vector<8xf32>, f32, i32)
    %z = func.call @scaled(%w, %s) : (vector<8xf32>, f32) -> vector<8xf32>
    vector.store %z, %out[%i, %c0] : memref<64x8xf32>, vector<8xf32>
    memref.store %c, %n[%i] : memref<64xi32>
    gpu.return
  }
}
