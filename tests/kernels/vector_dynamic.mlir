//@ covers: elements of vectors by values
gpu.module @kernels {
  gpu.func @main(%x: memref<64x8xi32>, %n: memref<64xi32>, %out: memref<64x8xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %a = vector.load %x[%i, %c0] : memref<64x8xi32>, vector<8xi32>
    %m = memref.load %n[%i] : memref<64xi32>
    %k0 = arith.index_castui %m : i32 to index
    %k = arith.andi %k0, %c7 : index
    %e = vector.extractelement %a[%k : index] : vector<8xi32>
    %l = arith.andi %k, %c3 : index
    %b = vector.insertelement %e, %a[%l : index] : vector<8xi32>
    %f = vector.extract %b[%l] : i32 from vector<8xi32>
    %r = vector.insert %f, %b [%k] : i32 into vector<8xi32>
    vector.store %r, %out[%i, %c0] : memref<64x8xi32>, vector<8xi32>
    gpu.return
  }
}
