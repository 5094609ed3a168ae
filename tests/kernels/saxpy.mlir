// y = a * x + y
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @main(%a: memref<1xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %n: memref<1xi32>) kernel
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
      %c0 = arith.constant 0 : index
      %block = gpu.block_id x
      %size = gpu.block_dim x
      %thread = gpu.thread_id x
      %start = arith.muli %block, %size : index
      %i = arith.addi %start, %thread : index
      %limit = memref.load %n[%c0] : memref<1xi32>
      %bound = arith.index_cast %limit : i32 to index
      %inside = arith.cmpi ult, %i, %bound : index
      scf.if %inside {
        %factor = memref.load %a[%c0] : memref<1xf32>
        %left = memref.load %x[%i] : memref<?xf32>
        %right = memref.load %y[%i] : memref<?xf32>
        %product = arith.mulf %factor, %left : f32
        %sum = arith.addf %product, %right : f32
        memref.store %sum, %y[%i] : memref<?xf32>
      }
      gpu.return
    }
  }
}
