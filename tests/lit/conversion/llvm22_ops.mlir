// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+GroupNonUniformRotateKHR+GroupNonUniformBallot+Int8+SPV_KHR_subgroup_rotate | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+GroupNonUniformRotateKHR+GroupNonUniformBallot+Int8+SPV_KHR_subgroup_rotate -o %t.spv
// RUN: not spv-opt %s --convert-to-spirv=target=vulkan1.2+GroupNonUniformBallot+Int8 2>&1 | FileCheck %s --check-prefix=LACKS
// Ops that LLVM 19 lacks.
// LACKS: 'spv.GroupNonUniformRotateKHR': the target lacks the capability GroupNonUniformRotateKHR
gpu.module @m {
  // CHECK-LABEL: spv.func @lanes
  // CHECK: spv.GroupNonUniformRotateKHR
  // CHECK: spv.GroupNonUniformBroadcastFirst
  // CHECK: spv.IsNan
  // CHECK: spv.LogicalOr
  gpu.func @lanes(%x: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x upper_bound 64
    %v = memref.load %x[%i] : memref<64xf32>
    %r, %ok = gpu.rotate %v, 4, 16 : f32
    %b = gpu.subgroup_broadcast %r, first_active_lane : f32
    %finite = math.isfinite %b : f32
    %c = arith.select %finite, %b, %v : f32
    %d = arith.select %ok, %c, %v : f32
    memref.store %d, %x[%i] : memref<64xf32>
    gpu.return
  }
}
