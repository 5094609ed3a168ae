//@ covers: math.tanh of numbers and of vectors of four
//@ range: -5 5
//@ ulp: 64
//@ absolute: 0.00001
gpu.module @kernels {
  gpu.func @main(%x: memref<256xf32>, %y: memref<64x4xf32>, %z: memref<64x4xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %n = arith.muli %i, %c3 : index
    %a = memref.load %x[%n] : memref<256xf32>
    %r = math.tanh %a : f32
    memref.store %r, %x[%n] : memref<256xf32>
    %v = vector.load %y[%i, %c0] : memref<64x4xf32>, vector<4xf32>
    %w = math.tanh %v : vector<4xf32>
    vector.store %w, %z[%i, %c0] : memref<64x4xf32>, vector<4xf32>
    gpu.return
  }
}
