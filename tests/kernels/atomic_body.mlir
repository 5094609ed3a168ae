gpu.module @kernels {
  gpu.func @main(%x: memref<64xi32>, %out: memref<4xi32>, %floats: memref<4xf32>, %bytes: memref<4xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c3 = arith.constant 3 : index
    %seven = arith.constant 7 : i32
    %limit = arith.constant 40 : i32
    %half = arith.constant 0.5 : f32
    %a = memref.load %x[%i] : memref<64xi32>
    %small = arith.andi %a, %seven : i32
    %byte = arith.trunci %a : i32 to i8
    %k = arith.andi %i, %c3 : index
    %0 = memref.generic_atomic_rmw %out[%k] : memref<4xi32> {
    ^bb0(%old: i32):
      %sum = arith.addi %old, %small : i32
      %new = arith.minsi %sum, %limit : i32
      memref.atomic_yield %new : i32
    }
    %1 = memref.generic_atomic_rmw %floats[%k] : memref<4xf32> {
    ^bb0(%old: f32):
      %new = arith.mulf %old, %half : f32
      memref.atomic_yield %new : f32
    }
    %2 = memref.generic_atomic_rmw %bytes[%k] : memref<4xi8> {
    ^bb0(%old: i8):
      %new = arith.maxsi %old, %byte : i8
      memref.atomic_yield %new : i8
    }
    gpu.return
  }
}
