func.func @g(%m: memref<4x?xf32>, %n: memref<4x?xf32>, %s: index, %f: f32, %i32: i32, %w: i64) {
  %t = gpu.wait async
  %t1 = gpu.wait async [%t]
  gpu.wait [%t1]
  gpu.wait
  %m1, %t2 = gpu.alloc async [%t1] (%s) : memref<4x?xf32>
  %m2 = gpu.alloc (%s)[] : memref<4x?xf32, 1>
  %m3 = gpu.alloc host_shared () : memref<4xf32, 1>
  %t3 = gpu.memcpy async [%t2] %m, %n : memref<4x?xf32>, memref<4x?xf32>
  gpu.memcpy %m, %n : memref<4x?xf32>, memref<4x?xf32> {x}
  %t4 = gpu.memset async [%t3, %t2] %m, %f : memref<4x?xf32>, f32
  gpu.memset %m, %f : memref<4x?xf32>, f32 {x}
  %t5 = gpu.dealloc async [%t4] %m1 : memref<4x?xf32>
  gpu.dealloc %m2 : memref<4x?xf32, 1>
  %t6 = gpu.launch async [%t5, %t4] blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s,
     %gz = %s) threads(%tx, %ty, %tz) in (%dx = %s, %dy = %s, %dz = %s) {
    gpu.terminator
  }
  %t7 = gpu.launch async [%t5] clusters(%cx, %cy, %cz) in (%ex = %s, %ey = %s, %ez = %s) blocks(%bx, %by, %bz) in (%gx = %s, %gy = %s,
     %gz = %s) threads(%tx, %ty, %tz) in (%dx = %s, %dy = %s, %dz = %s) dynamic_shared_memory_size %i32 workgroup(%sh: memref<4xf32, 3>) private(%q: memref<4xf32, 5>) {
    gpu.terminator
  } {y}
  return
}
