// Ops of the source dialects that LLVM 19 lacks.

func.func @gpu(%v: f32, %lane: i32, %i: index) {
  %r, %ok = gpu.rotate %v, 4, 16 : f32
  %0 = gpu.subgroup_broadcast %v, first_active_lane : f32
  %1 = gpu.subgroup_broadcast %v, specific_lane %lane : f32
  %2 = gpu.subgroup_reduce add %v cluster(size = 4, stride = 2) : (f32) -> f32
  %3 = gpu.thread_id x upper_bound 64
  gpu.printf "%d\n", %lane : i32
  gpu.printf "hello"
  return
}

func.func @matrix(%m: !gpu.mma_matrix<16x16xf32, "COp">, %v: f32, %i: index) {
  %0 = gpu.subgroup_mma_extract_thread_local %m[%i] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
  %1 = gpu.subgroup_mma_insert_thread_local %v, %m[%i] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  return
}

func.func @math(%x: f32, %v: vector<4xf32>, %low: f32, %high: f32) {
  %0 = math.isfinite %x : f32
  %1 = math.isnan %v : vector<4xf32>
  %2 = math.isinf %x : f32
  %3 = math.isnormal %x : f32
  %sin, %cos = math.sincos %x : f32
  %4 = math.clampf %x to [%low, %high] : f32
  return
}

func.func @elements(%v: vector<4xf32>, %a: memref<4xf32>, %b: memref<4xf32>) -> vector<4xf32> {
  %0:4 = vector.to_elements %v : vector<4xf32>
  %1 = vector.from_elements %0#3, %0#2, %0#1, %0#0 : vector<4xf32>
  %2 = vector.step : vector<4xindex>
  %3:2 = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  %4 = memref.assume_alignment %a, 16 : memref<4xf32>
  return %1 : vector<4xf32>
}

func.func @loop(%from: i32, %to: i32, %step: i32, %c: i1) {
  scf.for unsigned %i = %from to %to step %step  : i32 {
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return
}
