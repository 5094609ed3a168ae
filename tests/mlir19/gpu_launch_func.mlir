module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<?xf32>) kernel {
      gpu.return
    }
  }
func.func @g(%a: memref<?xf32>, %s: index, %i32: i32, %w: i64) {
  %t = gpu.wait async
  %t1 = gpu.launch_func async [%t] @kernels::@k blocks in (%s, %s, %s) threads in (%s, %s, %s) args(%a : memref<?xf32>)
  gpu.launch_func [%t] @kernels::@k clusters in (%s, %s, %s) blocks in (%s, %s, %s) threads in (%s, %s, %s) dynamic_shared_memory_size %i32 args(%a : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%w, %w, %w) threads in (%w, %w, %w) : i64 args(%a : memref<?xf32>)
  gpu.launch_func <%w : i64> @kernels::@k blocks in (%w, %w, %w) threads in (%w, %w, %w) : i64 args(%a : memref<?xf32>) {z}
  return
}
}
