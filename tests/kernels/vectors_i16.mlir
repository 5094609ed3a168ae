gpu.module @kernels {
  gpu.func @main(%x: memref<64x6xi16>, %y: memref<64x6xi16>, %out: memref<64x6xi16>, %sums: memref<64x4xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = vector.load %x[%i, %c0] : memref<64x6xi16>, vector<6xi16>
    %b = vector.load %y[%i, %c0] : memref<64x6xi16>, vector<6xi16>
    %two = arith.constant dense<2> : vector<6xi16>
    %p = arith.muli %a, %b : vector<6xi16>
    %m = arith.maxsi %p, %a : vector<6xi16>
    %s = arith.shrsi %m, %two : vector<6xi16>
    %i0 = vector.extract_strided_slice %s {offsets = [0], sizes = [3], strides = [1]} : vector<6xi16> to vector<3xi16>
    %i1 = vector.extract_strided_slice %b {offsets = [3], sizes = [3], strides = [1]} : vector<6xi16> to vector<3xi16>
    %both = vector.interleave %i0, %i1 : vector<3xi16> -> vector<6xi16>
    vector.store %both, %out[%i, %c0] : memref<64x6xi16>, vector<6xi16>
    %r0 = vector.reduction <add>, %p : vector<6xi16> into i16
    memref.store %r0, %sums[%i, %c0] : memref<64x4xi16>
    %r1 = vector.reduction <minsi>, %p : vector<6xi16> into i16
    memref.store %r1, %sums[%i, %c1] : memref<64x4xi16>
    %r2 = vector.reduction <maxui>, %p : vector<6xi16> into i16
    memref.store %r2, %sums[%i, %c2] : memref<64x4xi16>
    %r3 = vector.reduction <xor>, %a : vector<6xi16> into i16
    memref.store %r3, %sums[%i, %c3] : memref<64x4xi16>
    gpu.return
  }
}
