module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<?xf32>, %n: i32) workgroup(%t : memref<8x8xf32, 3>) private(%p : memref<4xf32, 5>) kernel {
      %0 = gpu.thread_id x
      %1 = gpu.thread_id y
      %2 = gpu.block_id z upper_bound 16
      %3 = gpu.block_dim x
      %4 = gpu.grid_dim y
      %5 = gpu.global_id x
      %6 = gpu.cluster_id x
      %7 = gpu.cluster_dim y
      %8 = gpu.cluster_dim_blocks x
      %9 = gpu.cluster_block_id z
      %10 = gpu.lane_id upper_bound 64 {mark}
      %11 = gpu.subgroup_id upper_bound 4 : index
      %12 = gpu.num_subgroups : index
      %13 = gpu.subgroup_size : index
      gpu.barrier
      %x = memref.load %a[%0] : memref<?xf32>
      %w = arith.constant 32 : i32
      %r, %v = gpu.shuffle xor %x, %w, %w : f32
      %r1, %v1 = gpu.shuffle idx %n, %w, %w : i32
      %14 = gpu.all_reduce add %x {} : (f32) -> f32
      %15 = gpu.all_reduce mul %x uniform {} : (f32) -> f32
      %16 = gpu.all_reduce %x {
      ^bb0(%l: f32, %m: f32):
        %s = arith.addf %l, %m : f32
        gpu.yield %s : f32
      } : (f32) -> f32
      %17 = gpu.subgroup_reduce maxsi %n : (i32) -> i32
      %18 = gpu.subgroup_reduce add %x uniform : (f32) -> f32
      gpu.printf "value %f %d" %x, %n : f32, i32
      gpu.printf "nothing"
      gpu.return
    }
    gpu.func @helper(%x: f32) -> f32 {
      gpu.return %x : f32
    }
  }
  func.func @host(%a: memref<?xf32>, %n: i32, %s: index) {
    gpu.launch_func @kernels::@k blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%a : memref<?xf32>, %n : i32)
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s, %gz = %s) threads(%tx, %ty, %tz) in (%dx = %s, %dy = %s, %dz = %s) {
      %0 = arith.addi %bx, %tx : index
      gpu.terminator
    }
    return
  }
}
