//@ covers: dimensions of vectors of three exchanged
gpu.module @kernels {
  gpu.func @main(%x: memref<16x24xi32>, %out: memref<16x24xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %b = vector.load %x[%i, %c0] : memref<16x24xi32>, vector<24xi32>
    %a = vector.shape_cast %b : vector<24xi32> to vector<2x3x4xi32>
    %t = vector.transpose %a, [2, 0, 1] : vector<2x3x4xi32> to vector<4x2x3xi32>
    %s = vector.shape_cast %t : vector<4x2x3xi32> to vector<24xi32>
    vector.store %s, %out[%i, %c0] : memref<16x24xi32>, vector<24xi32>
    gpu.return
  }
}
