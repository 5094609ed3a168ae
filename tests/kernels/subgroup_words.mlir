gpu.module @kernels {
  gpu.func @main(%x: memref<4xi64>, %out: memref<4xi64>, %bytes: memref<4xi8>, %low: memref<2xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %v = memref.load %x[%i] : memref<4xi64>
    %byte = memref.load %bytes[%i] : memref<4xi8>
    %sum = gpu.subgroup_reduce add %v : (i64) -> i64
    %least = gpu.subgroup_reduce minsi %v : (i64) -> i64
    %most = gpu.subgroup_reduce maxui %v : (i64) -> i64
    %bits = gpu.subgroup_reduce xor %v : (i64) -> i64
    %byte_sum = gpu.subgroup_reduce add %byte : (i8) -> i8
    %byte_least = gpu.subgroup_reduce minsi %byte : (i8) -> i8
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      memref.store %sum, %out[%c0] : memref<4xi64>
      memref.store %least, %out[%c1] : memref<4xi64>
      memref.store %most, %out[%c2] : memref<4xi64>
      memref.store %bits, %out[%c3] : memref<4xi64>
      memref.store %byte_sum, %low[%c0] : memref<2xi8>
      memref.store %byte_least, %low[%c1] : memref<2xi8>
    }
    gpu.return
  }
}
