//@ covers: vectors of halves that are constants
gpu.module @kernels {
  gpu.func @main(%rounded: memref<64x4xf16>, %sum: memref<64x2xf16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %n = gpu.global_id x
    %c0 = arith.constant 0 : index
    %a = arith.constant dense<[0.0, 0x7C00, 2.5, 0xFC00]> : vector<4xf16>
    %0 = math.roundeven %a : vector<4xf16>
    vector.store %0, %rounded[%n, %c0] : memref<64x4xf16>, vector<4xf16>
    %b = arith.constant dense<[0.1, 65504.0]> : vector<2xf16>
    %c = arith.constant dense<[3.0, 100.0]> : vector<2xf16>
    %1 = arith.addf %b, %c : vector<2xf16>
    vector.store %1, %sum[%n, %c0] : memref<64x2xf16>, vector<2xf16>
    gpu.return
  }
}
