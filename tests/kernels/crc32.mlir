//@ covers: a table-less checksum, bit by bit
gpu.module @kernels {
  gpu.func @main(%x: memref<64x4xi8>, %out: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %all = arith.constant -1 : i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %poly = arith.constant 0xEDB88320 : i32
    %crc = scf.for %k = %c0 to %c4 step %c1 iter_args(%c = %all) -> (i32) {
      %b = memref.load %x[%i, %k] : memref<64x4xi8>
      %w = arith.extui %b : i8 to i32
      %start = arith.xori %c, %w : i32
      %r = scf.for %n = %c0 to %c8 step %c1 iter_args(%s = %start) -> (i32) {
        %bit = arith.andi %s, %one : i32
        %odd = arith.cmpi ne, %bit, %zero : i32
        %half = arith.shrui %s, %one : i32
        %mixed = arith.xori %half, %poly : i32
        %next = arith.select %odd, %mixed, %half : i32
        scf.yield %next : i32
      }
      scf.yield %r : i32
    }
    %end = arith.xori %crc, %all : i32
    memref.store %end, %out[%i] : memref<64xi32>
    gpu.return
  }
}
