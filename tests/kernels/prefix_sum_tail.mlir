gpu.module @kernels {
  gpu.func @main(%x: memref<?xi32>, %out: memref<200xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %n = arith.constant 200 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %width = arith.constant 4 : i32
    %totals = memref.alloc() : memref<16xi32, #gpu.address_space<workgroup>>
    %inside = arith.cmpi ult, %i, %n : index
    %v = scf.if %inside -> (i32) {
      %l = memref.load %x[%i] : memref<?xi32>
      scf.yield %l : i32
    } else {
      scf.yield %zero : i32
    }
    // Groups of four lanes.
    %a, %has_a = gpu.shuffle up %v, %one, %width : i32
    %a0 = arith.select %has_a, %a, %zero : i32
    %s1 = arith.addi %v, %a0 : i32
    %b, %has_b = gpu.shuffle up %s1, %two, %width : i32
    %b0 = arith.select %has_b, %b, %zero : i32
    %s2 = arith.addi %s1, %b0 : i32
    %lane = arith.remui %t, %c4 : index
    %group = arith.divui %t, %c4 : index
    %last = arith.cmpi eq, %lane, %c3 : index
    scf.if %last {
      memref.store %s2, %totals[%group] : memref<16xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %before = scf.for %k = %c0 to %group step %c1 iter_args(%s = %zero) -> (i32) {
      %p = memref.load %totals[%k] : memref<16xi32, #gpu.address_space<workgroup>>
      %q = arith.addi %s, %p : i32
      scf.yield %q : i32
    }
    %r = arith.addi %s2, %before : i32
    scf.if %inside {
      memref.store %r, %out[%i] : memref<200xi32>
    }
    gpu.return
  }
}
