gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %y: memref<256xi32>, %out: memref<256x6xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %a = memref.load %x[%i] : memref<256xi32>
    %b = memref.load %y[%i] : memref<256xi32>
    %sum, %carry = arith.addui_extended %a, %b : i32, i1
    %bit = arith.extui %carry : i1 to i32
    memref.store %sum, %out[%i, %c0] : memref<256x6xi32>
    memref.store %bit, %out[%i, %c1] : memref<256x6xi32>
    %l, %h = arith.mulsi_extended %a, %b : i32
    memref.store %l, %out[%i, %c2] : memref<256x6xi32>
    memref.store %h, %out[%i, %c3] : memref<256x6xi32>
    %ul, %uh = arith.mului_extended %a, %b : i32
    memref.store %ul, %out[%i, %c4] : memref<256x6xi32>
    memref.store %uh, %out[%i, %c5] : memref<256x6xi32>
    gpu.return
  }
}
