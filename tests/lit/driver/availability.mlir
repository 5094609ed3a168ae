// RUN: spv-opt %s --print-availability | FileCheck %s --check-prefixes=CHECK,NEWEST
// RUN: spv-opt %s --mlir-compat=14 -test-spirv-op-availability --no-verify | FileCheck %s --check-prefixes=CHECK,LLVM
// RUN: spv-opt %s --print-availability --emit=none | FileCheck %s --check-prefix=ALONE --implicit-check-not=requires
// CHECK:       spv.module min version: v1.0
// CHECK-NEXT:  spv.module max version:
// CHECK-NEXT:  spv.module extensions: [ [SPV_EXT_physical_storage_buffer, SPV_KHR_physical_storage_buffer] [SPV_KHR_vulkan_memory_model] ]
// CHECK-NEXT:  spv.module capabilities: [ [PhysicalStorageBufferAddresses] [VulkanMemoryModel] ]
// CHECK:       {{^f$}}
// CHECK-NEXT:  spv.func min version: v1.0
// CHECK:       spv.mlir.loop max version:
// CHECK:       spv.Branch min version: v1.0
// CHECK:       spv.AtomicCompareExchangeWeak min version: v1.0
// CHECK-NEXT:  spv.AtomicCompareExchangeWeak max version: v1.3
// CHECK-NEXT:  spv.AtomicCompareExchangeWeak extensions: [ ]
// CHECK-NEXT:  spv.AtomicCompareExchangeWeak capabilities: [ [Kernel] ]
// CHECK:       {{^g$}}
// CHECK:       spv.GroupNonUniformIAdd min version: v1.3
// NEWEST-NEXT: spv.GroupNonUniformIAdd max version: v1.6
// LLVM-NEXT:   spv.GroupNonUniformIAdd max version: v1.5
// CHECK-NEXT:  spv.GroupNonUniformIAdd extensions: [ ]
// CHECK-NEXT:  spv.GroupNonUniformIAdd capabilities: [ [GroupNonUniformArithmetic, GroupNonUniformClustered, GroupNonUniformPartitionedNV] [Kernel, GroupNonUniformArithmetic, GroupNonUniformBallot] ]
// CHECK:       {{^}}module {
// ALONE:       spv.Return capabilities: [ ]
spv.module PhysicalStorageBuffer64 Vulkan requires #spv.vce<v1.3, [VulkanMemoryModel, PhysicalStorageBufferAddresses, Kernel, GroupNonUniformArithmetic, Linkage], []> {
  spv.func @f(%p: !spv.ptr<i32, Workgroup>, %c: i1, %v: i32) "None" {
    spv.mlir.loop {
      spv.Branch ^bb1
    ^bb1:
      spv.BranchConditional %c, ^bb2, ^bb3
    ^bb2:
      %0 = spv.AtomicCompareExchangeWeak "Workgroup" "Release" "Acquire" %p, %v, %v : !spv.ptr<i32, Workgroup>
      spv.Branch ^bb1
    ^bb3:
      spv.mlir.merge
    }
    spv.Return
  }
  spv.func @g(%v: i32) "None" {
    %0 = spv.GroupNonUniformIAdd "Workgroup" "Reduce" %v : i32
    spv.Return
  }
}
