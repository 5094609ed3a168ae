//@ covers: vectors of truth values: counted, chosen, reduced
gpu.module @kernels {
  gpu.func @main(%x: memref<64x8xi32>, %y: memref<64x8xi32>, %out: memref<64x4xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = vector.load %x[%i, %c0] : memref<64x8xi32>, vector<8xi32>
    %b = vector.load %y[%i, %c0] : memref<64x8xi32>, vector<8xi32>
    %l = arith.cmpi slt, %a, %b : vector<8xi32>
    %u = arith.cmpi ult, %a, %b : vector<8xi32>
    %d = arith.xori %l, %u : vector<8xi1>
    %n = arith.extui %d : vector<8xi1> to vector<8xi32>
    %r0 = vector.reduction <add>, %n : vector<8xi32> into i32
    %all = vector.reduction <and>, %l : vector<8xi1> into i1
    %any = vector.reduction <or>, %u : vector<8xi1> into i1
    %r1 = arith.extui %all : i1 to i32
    %r2 = arith.extsi %any : i1 to i32
    %m = vector.bitcast %l : vector<8xi1> to vector<1xi8>
    %m0 = vector.extract %m[0] : i8 from vector<1xi8>
    %r3 = arith.extui %m0 : i8 to i32
    memref.store %r0, %out[%i, %c0] : memref<64x4xi32>
    memref.store %r1, %out[%i, %c1] : memref<64x4xi32>
    memref.store %r2, %out[%i, %c2] : memref<64x4xi32>
    memref.store %r3, %out[%i, %c3] : memref<64x4xi32>
    gpu.return
  }
}
