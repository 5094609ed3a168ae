//@ covers: bits of vectors as other elements
gpu.module @kernels {
  gpu.func @main(%x: memref<64x4xi32>, %out: memref<64x8xi16>, %bytes: memref<64x16xi8>, %wide: memref<64x2xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %a = vector.load %x[%i, %c0] : memref<64x4xi32>, vector<4xi32>
    %p = vector.bitcast %a : vector<4xi32> to vector<8xi16>
    vector.store %p, %out[%i, %c0] : memref<64x8xi16>, vector<8xi16>
    %q = vector.bitcast %p : vector<8xi16> to vector<16xi8>
    vector.store %q, %bytes[%i, %c0] : memref<64x16xi8>, vector<16xi8>
    %w = vector.bitcast %q : vector<16xi8> to vector<2xi64>
    vector.store %w, %wide[%i, %c0] : memref<64x2xi64>, vector<2xi64>
    gpu.return
  }
}
