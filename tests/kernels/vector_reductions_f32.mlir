//@ covers: each kind of reduction of floats
//@ ulp: 256
gpu.module @kernels {
  gpu.func @main(%x: memref<64x5xf32>, %out: memref<64x6xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %a = vector.load %x[%i, %c0] : memref<64x5xf32>, vector<5xf32>
    %r0 = vector.reduction <add>, %a : vector<5xf32> into f32
    memref.store %r0, %out[%i, %c0] : memref<64x6xf32>
    %r1 = vector.reduction <mul>, %a : vector<5xf32> into f32
    memref.store %r1, %out[%i, %c1] : memref<64x6xf32>
    %r2 = vector.reduction <minimumf>, %a : vector<5xf32> into f32
    memref.store %r2, %out[%i, %c2] : memref<64x6xf32>
    %r3 = vector.reduction <maximumf>, %a : vector<5xf32> into f32
    memref.store %r3, %out[%i, %c3] : memref<64x6xf32>
    %r4 = vector.reduction <minnumf>, %a : vector<5xf32> into f32
    memref.store %r4, %out[%i, %c4] : memref<64x6xf32>
    %r5 = vector.reduction <maxnumf>, %a : vector<5xf32> into f32
    memref.store %r5, %out[%i, %c5] : memref<64x6xf32>
    gpu.return
  }
}
