//@ covers: bit counts of vectors of 16 bits
gpu.module @kernels {
  gpu.func @main(%x: memref<64x6xi16>, %out: memref<64x6xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %v = vector.load %x[%i, %c0] : memref<64x6xi16>, vector<6xi16>
    %a = math.ctlz %v : vector<6xi16>
    %b = math.cttz %v : vector<6xi16>
    %c = math.ctpop %v : vector<6xi16>
    %d = arith.addi %a, %b : vector<6xi16>
    %five = arith.constant dense<5> : vector<6xi16>
    %e = arith.shli %c, %five : vector<6xi16>
    %r = arith.xori %d, %e : vector<6xi16>
    vector.store %r, %out[%i, %c0] : memref<64x6xi16>, vector<6xi16>
    gpu.return
  }
}
