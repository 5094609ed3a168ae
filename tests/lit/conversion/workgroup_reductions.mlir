// RUN: spv-opt %s --convert-to-spirv=target=opencl2.2+GroupUniformArithmeticKHR+SPV_KHR_uniform_group_instructions | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl2.2+GroupUniformArithmeticKHR+SPV_KHR_uniform_group_instructions --target-env=opencl2.2 -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=target=opencl2.2 | FileCheck %s --check-prefix=LACKS
// RUN: spv-opt %s --convert-to-spirv=target=opencl1.2 --target-env=opencl1.2 | FileCheck %s --check-prefix=MEMORY
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.0 --target-env=vulkan1.0 | FileCheck %s --check-prefix=MEMORY
// RUN: sed 's/uniform {}/{}/' %s > %t.mlir
// RUN: not spv-opt %t.mlir --convert-to-spirv=target=opencl2.2 2>&1 | FileCheck %s --check-prefix=DIVERGENT

// Reductions for which the target has no instruction go through memory of the workgroup.

// DIVERGENT: a workgroup reduction must be marked 'uniform'

// LACKS: spv.GroupIAdd "Workgroup" "Reduce" %{{.*}} : i32
// LACKS: spv.GroupSMin "Workgroup" "Reduce" %{{.*}} : i32
// LACKS: spv.ControlBarrier
// LACKS: spv.IMul
// LACKS: spv.BitwiseXor
// LACKS-NOT: KHR

// MEMORY: spv.GlobalVariable @[[MEM:.*]] : !spv.ptr<!spv.array<64 x i32>, Workgroup>
// MEMORY-NOT: spv.Group
// MEMORY: spv.Store "Workgroup"
// MEMORY-NEXT: spv.ControlBarrier Workgroup, Workgroup
// MEMORY: spv.mlir.loop
// MEMORY: spv.IAdd
// MEMORY: spv.mlir.loop

gpu.module @m {
  // CHECK-LABEL: spv.func @all
  // CHECK: spv.GroupIAdd "Workgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.GroupSMin "Workgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.GroupIMulKHR "Workgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.GroupBitwiseXorKHR "Workgroup" "Reduce" %{{.*}} : i32
  // CHECK: spv.ControlBarrier Workgroup, Workgroup, "AcquireRelease|WorkgroupMemory|CrossWorkgroupMemory"
  gpu.func @all(%x: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi32>
    %a = gpu.all_reduce add %v uniform {} : (i32) -> i32
    %b = gpu.all_reduce minsi %a uniform {} : (i32) -> i32
    %c = gpu.all_reduce mul %b uniform {} : (i32) -> i32
    %d = gpu.all_reduce xor %c uniform {} : (i32) -> i32
    gpu.barrier
    memref.store %d, %x[%i] : memref<64xi32>
    gpu.return
  }
}
