//@ covers: each kind of reduction of integers
gpu.module @kernels {
  gpu.func @main(%x: memref<64x6xi16>, %out: memref<64x9xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %a = vector.load %x[%i, %c0] : memref<64x6xi16>, vector<6xi16>
    %r0 = vector.reduction <add>, %a : vector<6xi16> into i16
    memref.store %r0, %out[%i, %c0] : memref<64x9xi16>
    %r1 = vector.reduction <mul>, %a : vector<6xi16> into i16
    memref.store %r1, %out[%i, %c1] : memref<64x9xi16>
    %r2 = vector.reduction <minsi>, %a : vector<6xi16> into i16
    memref.store %r2, %out[%i, %c2] : memref<64x9xi16>
    %r3 = vector.reduction <minui>, %a : vector<6xi16> into i16
    memref.store %r3, %out[%i, %c3] : memref<64x9xi16>
    %r4 = vector.reduction <maxsi>, %a : vector<6xi16> into i16
    memref.store %r4, %out[%i, %c4] : memref<64x9xi16>
    %r5 = vector.reduction <maxui>, %a : vector<6xi16> into i16
    memref.store %r5, %out[%i, %c5] : memref<64x9xi16>
    %r6 = vector.reduction <and>, %a : vector<6xi16> into i16
    memref.store %r6, %out[%i, %c6] : memref<64x9xi16>
    %r7 = vector.reduction <or>, %a : vector<6xi16> into i16
    memref.store %r7, %out[%i, %c7] : memref<64x9xi16>
    %r8 = vector.reduction <xor>, %a : vector<6xi16> into i16
    memref.store %r8, %out[%i, %c8] : memref<64x9xi16>
    gpu.return
  }
}
