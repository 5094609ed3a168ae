// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+GroupNonUniformArithmetic+GroupNonUniformClustered | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 -o /dev/null
// RUN: spv-opt %s | FileCheck %s --check-prefix=TEXT
// RUN: spv-opt %s | spv-opt - | FileCheck %s --check-prefix=TEXT
// RUN: not spv-opt %s --convert-to-spirv=target=vulkan1.2+GroupNonUniformArithmetic 2>&1 | FileCheck %s --check-prefix=LACKS

// Reductions in clusters of a subgroup, of scalars, words that emulate 64 bits, and vectors.

// LACKS: the target lacks the capability GroupNonUniformClustered

gpu.module @m {
  // CHECK-LABEL: spv.func @sum
  // CHECK-DAG: %[[SIZE:.*]] = spv.Constant 4 : i32
  // CHECK: spv.GroupNonUniformFAdd "Subgroup" "ClusteredReduce" %{{.*}} cluster_size(%[[SIZE]]) : f32
  // CHECK: spv.GroupNonUniformFMax "Subgroup" "Reduce" %{{.*}} : f32
  // TEXT: gpu.subgroup_reduce  add %{{.*}} cluster(size = 4) : (f32) -> f32
  // TEXT: gpu.subgroup_reduce  maxnumf %{{.*}} uniform : (f32) -> f32
  gpu.func @sum(%x: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xf32>
    %s = gpu.subgroup_reduce add %v cluster(size = 4) : (f32) -> f32
    %t = gpu.subgroup_reduce maxnumf %s uniform : (f32) -> f32
    memref.store %t, %x[%i] : memref<64xf32>
    gpu.return
  }
  // CHECK-LABEL: spv.func @words
  // CHECK: spv.GroupNonUniformSMin "Subgroup" "ClusteredReduce"
  // CHECK: spv.GroupNonUniformUMin "Subgroup" "ClusteredReduce"
  // TEXT: gpu.subgroup_reduce  minsi %{{.*}} uniform cluster(size = 8, stride = 1) {mark} : (i64) -> i64
  gpu.func @words(%x: memref<64xi64>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi64>
    %r = gpu.subgroup_reduce minsi %v uniform cluster(size = 8, stride = 1) {mark} : (i64) -> i64
    memref.store %r, %x[%i] : memref<64xi64>
    gpu.return
  }
  // CHECK-LABEL: spv.func @vectors
  // CHECK-COUNT-2: spv.GroupNonUniformIAdd "Subgroup" "ClusteredReduce" %{{.*}} cluster_size(%{{.*}}) : vector<3xi32>
  // CHECK: spv.GroupNonUniformBitwiseOr "Subgroup" "Reduce" %{{.*}} : vector<2xi32>
  gpu.func @vectors(%x: memref<64xi32>, %y: memref<64xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi32>
    %w = vector.broadcast %v : i32 to vector<6xi32>
    %r = gpu.subgroup_reduce add %w {cluster_size = 2 : i32} : (vector<6xi32>) -> vector<6xi32>
    %e = vector.extract %r[5] : i32 from vector<6xi32>
    memref.store %e, %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xi8>
    %bs = vector.broadcast %b : i8 to vector<2xi8>
    %o = gpu.subgroup_reduce or %bs : (vector<2xi8>) -> vector<2xi8>
    %f = vector.extract %o[1] : i8 from vector<2xi8>
    memref.store %f, %y[%i] : memref<64xi8>
    gpu.return
  }
}
