//@ covers: products of 128 bits and carries
gpu.module @kernels {
  gpu.func @main(%x: memref<64xi64>, %y: memref<64xi64>, %out: memref<64x5xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %a = memref.load %x[%i] : memref<64xi64>
    %b = memref.load %y[%i] : memref<64xi64>
    %l, %h = arith.mului_extended %a, %b : i64
    %sl, %sh = arith.mulsi_extended %a, %b : i64
    %sum, %carry = arith.addui_extended %a, %b : i64, i1
    %cw = arith.extui %carry : i1 to i64
    memref.store %l, %out[%i, %c0] : memref<64x5xi64>
    memref.store %h, %out[%i, %c1] : memref<64x5xi64>
    memref.store %sh, %out[%i, %c2] : memref<64x5xi64>
    memref.store %sum, %out[%i, %c3] : memref<64x5xi64>
    memref.store %cw, %out[%i, %c4] : memref<64x5xi64>
    gpu.return
  }
}
