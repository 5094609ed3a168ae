//@ covers: rows sorted in memory of the invocation
gpu.module @kernels {
  gpu.func @main(%x: memref<32x8xi32>, %out: memref<32x8xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %m = memref.alloca() : memref<8xi32>
    scf.for %k = %c0 to %c8 step %c1 {
      %v = memref.load %x[%i, %k] : memref<32x8xi32>
      memref.store %v, %m[%k] : memref<8xi32>
    }
    scf.for %r = %c0 to %c7 step %c1 {
      %end = arith.subi %c7, %r : index
      scf.for %k = %c0 to %end step %c1 {
        %n = arith.addi %k, %c1 : index
        %a = memref.load %m[%k] : memref<8xi32>
        %b = memref.load %m[%n] : memref<8xi32>
        %swap = arith.cmpi sgt, %a, %b : i32
        scf.if %swap {
          memref.store %b, %m[%k] : memref<8xi32>
          memref.store %a, %m[%n] : memref<8xi32>
        }
      }
    }
    scf.for %k = %c0 to %c8 step %c1 {
      %v = memref.load %m[%k] : memref<8xi32>
      memref.store %v, %out[%i, %k] : memref<32x8xi32>
    }
    gpu.return
  }
}
