gpu.module @kernels {
  gpu.func @main(%x: memref<256xi1>, %y: memref<256xi1>, %out: memref<256xi1>, %n: memref<256xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %a = memref.load %x[%i] : memref<256xi1>
    %b = memref.load %y[%i] : memref<256xi1>
    %sum = arith.addi %a, %b : i1
    memref.store %sum, %out[%i] : memref<256xi1>
    %product = arith.muli %a, %b : i1
    %less = arith.cmpi ult, %a, %b : i1
    %signed = arith.cmpi slt, %a, %b : i1
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %0 = arith.extui %product : i1 to i32
    %1 = arith.extui %less : i1 to i32
    %2 = arith.extsi %signed : i1 to i32
    %3 = arith.shli %1, %c1 : i32
    %4 = arith.shli %2, %c2 : i32
    %5 = arith.ori %0, %3 : i32
    %6 = arith.ori %5, %4 : i32
    memref.store %6, %n[%i] : memref<256xi32>
    gpu.return
  }
}
