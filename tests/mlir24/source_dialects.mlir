// Ops of the source dialects whose text changed after LLVM 22.

memref.global "private" constant @table : memref<4xf32> = dense<1.0> alignment = 64

func.func @vectors(%v: vector<4xf32>, %w: vector<2xf32>) -> vector<4xf32> {
  %0 = vector.extract_strided_slice %v offsets = [1], sizes = [2], strides = [1] : vector<4xf32> to vector<2xf32>
  %1 = arith.addf %0, %w : vector<2xf32>
  %2 = vector.insert_strided_slice %1, %v offsets = [2], strides = [1] : vector<2xf32> into vector<4xf32>
  return %2 : vector<4xf32>
}

func.func @memory(%m: memref<8x8xf16>, %b: memref<16xf32>, %i: index) {
  %0 = memref.alloc() alignment = 64 : memref<32xf32>
  %1 = memref.alloc(%i) {kept = 1 : i32} : memref<?xf32>
  %2 = memref.alloca() alignment = 16 : memref<4xf32>
  %3 = memref.load %m[%i, %i] alignment(8) nontemporal(true) : memref<8x8xf16>
  memref.store %3, %m[%i, %i] alignment(2) : memref<8x8xf16>
  memref.store %3, %m[%i, %i] {kept = 1 : i32} : memref<8x8xf16>
  %4 = vector.load %b[%i] alignment = 16 nontemporal = true : memref<16xf32>, vector<4xf32>
  vector.store %4, %b[%i] alignment = 16 : memref<16xf32>, vector<4xf32>
  return
}

func.func @barriers() {
  gpu.barrier
  gpu.barrier memfence [#gpu.address_space<workgroup>]
  gpu.barrier memfence [#gpu.address_space<workgroup>, #gpu.address_space<global>] {kept}
  gpu.barrier memfence []
  gpu.barrier scope <subgroup>
  gpu.barrier memfence [#gpu.address_space<global>] scope <cluster>
  return
}

func.func @ids(%f: f32, %n: i32) {
  %0 = gpu.thread_id x upper_bound 64
  %1 = gpu.block_id y
  %2 = gpu.lane_id upper_bound 32
  %3 = gpu.subgroup_id upper_bound 4 : index
  %4, %5 = gpu.shuffle xor %f, %n, %n : f32
  %6 = gpu.subgroup_reduce add %f cluster(size = 4) : (f32) -> f32
  %7 = gpu.all_reduce add %f uniform {
  } : (f32) -> f32
  return
}

func.func @matrices(%m: memref<32x32xf16, 3>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] leadDimension 32 : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  %1 = gpu.subgroup_mma_load_matrix %m[%i, %i] leadDimension 32 transpose : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  %2 = gpu.subgroup_mma_elementwise addf %0, %1 : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %2, %m[%i, %i] leadDimension 32 : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  gpu.subgroup_mma_store_matrix %0, %m[%i, %i] leadDimension 8 transpose : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}
