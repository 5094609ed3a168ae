//@ covers: elements chosen by a mask, and whole vectors by a condition
gpu.module @kernels {
  gpu.func @main(%x: memref<64x6xf32>, %y: memref<64x6xf32>, %out: memref<64x6xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = vector.load %x[%i, %c0] : memref<64x6xf32>, vector<6xf32>
    %b = vector.load %y[%i, %c0] : memref<64x6xf32>, vector<6xf32>
    %m = arith.cmpf ult, %a, %b : vector<6xf32>
    %s = arith.select %m, %a, %b : vector<6xi1>, vector<6xf32>
    %n = arith.negf %s : vector<6xf32>
    %k = arith.andi %i, %c1 : index
    %odd = arith.cmpi eq, %k, %c1 : index
    %r = arith.select %odd, %n, %s : vector<6xf32>
    vector.store %r, %out[%i, %c0] : memref<64x6xf32>, vector<6xf32>
    gpu.return
  }
}
