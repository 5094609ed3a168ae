//@ covers: relu, leaky relu, sigmoid
//@ ulp: 64
gpu.module @kernels {
  gpu.func @main(%x: memref<64xf32>, %out: memref<64x3xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = memref.load %x[%i] : memref<64xf32>
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %tenth = arith.constant 0.1 : f32
    %relu = arith.maxnumf %a, %zero : f32
    %small = arith.mulf %a, %tenth : f32
    %positive = arith.cmpf ugt, %a, %zero : f32
    %leaky = arith.select %positive, %a, %small : f32
    %minus = arith.negf %a : f32
    %e = math.exp %minus : f32
    %d = arith.addf %e, %one : f32
    %sigmoid = arith.divf %one, %d : f32
    memref.store %relu, %out[%i, %c0] : memref<64x3xf32>
    memref.store %leaky, %out[%i, %c1] : memref<64x3xf32>
    memref.store %sigmoid, %out[%i, %c2] : memref<64x3xf32>
    gpu.return
  }
}
