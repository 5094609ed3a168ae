gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %out: memref<256xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %seven = arith.constant 7 : i32
    %v = memref.load %x[%i] : memref<256xi32>
    %low = arith.andi %v, %seven : i32
    %case = arith.index_castui %low : i32 to index
    %r = scf.index_switch %case -> i32
    case 0 {
      %a = arith.addi %v, %seven : i32
      scf.yield %a : i32
    }
    case 2 {
      %a = arith.muli %v, %seven : i32
      scf.yield %a : i32
    }
    case 5 {
      scf.yield %low : i32
    }
    default {
      %a = arith.xori %v, %seven : i32
      scf.yield %a : i32
    }
    memref.store %r, %out[%i] : memref<256xi32>
    gpu.return
  }
}
