//@ covers: an outer product of 64 bits
gpu.module @kernels {
  gpu.func @main(%x: memref<32x2xi64>, %y: memref<32x3xi64>, %out: memref<32x6xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %a = vector.load %x[%i, %c0] : memref<32x2xi64>, vector<2xi64>
    %b = vector.load %y[%i, %c0] : memref<32x3xi64>, vector<3xi64>
    %p = vector.outerproduct %a, %b : vector<2xi64>, vector<3xi64>
    %q = vector.outerproduct %a, %b, %p {kind = #vector.kind<add>} : vector<2xi64>, vector<3xi64>
    %r = vector.shape_cast %q : vector<2x3xi64> to vector<6xi64>
    vector.store %r, %out[%i, %c0] : memref<32x6xi64>, vector<6xi64>
    gpu.return
  }
}
