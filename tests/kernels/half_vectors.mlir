gpu.module @kernels {
  gpu.func @main(%x: memref<64x8xf16>, %y: memref<64x8xf16>, %out: memref<64xf16>, %scaled: memref<64x8xf16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %a = vector.load %x[%i, %c0] : memref<64x8xf16>, vector<8xf16>
    %b = vector.load %y[%i, %c0] : memref<64x8xf16>, vector<8xf16>
    %p = arith.mulf %a, %b : vector<8xf16>
    vector.store %p, %scaled[%i, %c0] : memref<64x8xf16>, vector<8xf16>
    %sum = vector.reduction <add>, %p : vector<8xf16> into f16
    memref.store %sum, %out[%i] : memref<64xf16>
    gpu.return
  }
}
