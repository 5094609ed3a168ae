gpu.module @kernels {
  gpu.func @main(%x: memref<?x?xi32>, %f: memref<?x?xi32>, %out: memref<?x?xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8]>} {
    %i = gpu.global_id y
    %j = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %rows = arith.constant 3 : index
    %zero = arith.constant 0 : i32
    %columns = memref.dim %f, %c1 : memref<?x?xi32>
    %width = memref.dim %out, %c1 : memref<?x?xi32>
    %inside = arith.cmpi ult, %j, %width : index
    scf.if %inside {
      %sum = scf.for %r = %c0 to %rows step %c1 iter_args(%outer = %zero) -> (i32) {
        %y = arith.addi %i, %r : index
        %part = scf.for %c = %c0 to %columns step %c1 iter_args(%s = %outer) -> (i32) {
          %z = arith.addi %j, %c : index
          %v = memref.load %x[%y, %z] : memref<?x?xi32>
          %w = memref.load %f[%r, %c] : memref<?x?xi32>
          %p = arith.muli %v, %w : i32
          %t = arith.addi %s, %p : i32
          scf.yield %t : i32
        }
        scf.yield %part : i32
      }
      memref.store %sum, %out[%i, %j] : memref<?x?xi32>
    }
    gpu.return
  }
}
