gpu.module @kernels {
  gpu.func @main(%x: memref<?x4xi32>, %out: memref<?xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %rows = memref.dim %x, %c0 : memref<?x4xi32>
    %columns = memref.dim %x, %c1 : memref<?x4xi32>
    %last = arith.subi %rows, %c1 : index
    %back = arith.subi %last, %i : index
    %v = memref.load %x[%back, %c1] : memref<?x4xi32>
    %n = arith.index_cast %columns : index to i32
    %s = arith.addi %v, %n : i32
    memref.store %s, %out[%i] : memref<?xi32>
    gpu.return
  }
}
