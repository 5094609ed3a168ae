gpu.module @kernels {
  gpu.func @main(%x: memref<256xi32>, %out: memref<256xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
    %i = gpu.global_id x
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %limit = arith.constant 100 : i32
    %v = memref.load %x[%i] : memref<256xi32>
    %n, %steps = scf.while (%n = %v, %count = %zero) : (i32, i32) -> (i32, i32) {
      %big = arith.cmpi ugt, %n, %one : i32
      %few = arith.cmpi ult, %count, %limit : i32
      %more = arith.andi %big, %few : i1
      scf.condition(%more) %n, %count : i32, i32
    } do {
    ^bb0(%n: i32, %count: i32):
      %low = arith.andi %n, %one : i32
      %odd = arith.cmpi ne, %low, %zero : i32
      %next = scf.if %odd -> (i32) {
        %t = arith.muli %n, %three : i32
        %u = arith.addi %t, %one : i32
        scf.yield %u : i32
      } else {
        %h = arith.shrui %n, %one : i32
        scf.yield %h : i32
      }
      %more = arith.addi %count, %one : i32
      scf.yield %next, %more : i32, i32
    }
    memref.store %steps, %out[%i] : memref<256xi32>
    gpu.return
  }
}
