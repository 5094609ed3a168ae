// RUN: spv-opt %s --spread-volatile-semantics | FileCheck %s
// RUN: sed 's/Logical GLSL450/Logical Vulkan/; s/RayTracingKHR,/RayTracingKHR, VulkanMemoryModel,/' %s | spv-opt - --spread-volatile-semantics | FileCheck %s --check-prefix=LOADS

spv.module Logical GLSL450 requires #spv.vce<v1.5, [RayTracingKHR, GroupNonUniform], [SPV_KHR_ray_tracing]> {
  spv.EntryPoint "RayGenerationKHR" @main, @size, @id
  // CHECK: spv.GlobalVariable @size built_in("SubgroupSize") {volatile}
  // LOADS: spv.GlobalVariable @size built_in("SubgroupSize") :
  spv.GlobalVariable @size built_in("SubgroupSize") : !spv.ptr<i32, Input>
  // CHECK: spv.GlobalVariable @id built_in("LaunchIdKHR") :
  spv.GlobalVariable @id built_in("LaunchIdKHR") : !spv.ptr<vector<3xi32>, Input>
  spv.func @main() "None" {
    %size = spv.mlir.addressof @size : !spv.ptr<i32, Input>
    %id = spv.mlir.addressof @id : !spv.ptr<vector<3xi32>, Input>
    // LOADS: spv.Load "Input" %size ["Volatile"] : i32
    %0 = spv.Load "Input" %size : i32
    // LOADS: spv.Load "Input" %id : vector<3xi32>
    %1 = spv.Load "Input" %id : vector<3xi32>
    spv.Return
  }
}
