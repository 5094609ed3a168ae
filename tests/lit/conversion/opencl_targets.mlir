// REQUIRES: spirv-val
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0 | FileCheck %s --check-prefixes=CHECK,MEMORY
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0+Groups | FileCheck %s --check-prefixes=CHECK,GROUPS
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0 --target-env=opencl3.0spv1.4 --validate=spv1.4 -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0spv1.6 --target-env=opencl3.0 --validate=spv1.6 -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0 -O --target-env=opencl3.0spv1.3 --validate=spv1.3 -o %t.spv
// RUN: not spv-opt %s --convert-to-spirv=target=opencl3.0spv1.2 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: not spv-opt %s --convert-to-spirv=target=opencl2.2 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: not spv-opt %s --convert-to-spirv=target=opencl3.0spv1.9 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: not spv-opt %s --convert-to-spirv=target=opencl3.0 --target-env=opencl2.2 -o %t.spv 2>&1 | FileCheck %s --check-prefix=OLD

// Devices of OpenCL 3.0 have subgroups, and SPIR-V 1.4 if the name of the target states no other version. Reductions over the
// workgroup are optional, so that they go through memory unless the target states Groups.

// VERSION: requires 'spv.GroupNonUniform{{.*}}', but the target lacks version 1.3
// LACKS: but the target lacks
// NAMES: unknown target 'opencl3.0spv1.9': expected one of vulkan1.0, {{.*}}opencl3.0, alone or with a version of SPIR-V
// OLD: error:

gpu.module @m {
  // CHECK-LABEL: spv.func @groups
  // CHECK: spv.GroupNonUniformShuffleXor Subgroup
  // CHECK: spv.GroupNonUniformShuffleDown Subgroup
  // CHECK: spv.GroupNonUniformIAdd "Subgroup" "Reduce"
  // CHECK: spv.GroupNonUniformIMul "Subgroup" "ClusteredReduce"
  // CHECK: spv.ControlBarrier Workgroup, Workgroup, "AcquireRelease|WorkgroupMemory|CrossWorkgroupMemory"
  // GROUPS: spv.GroupIAdd "Workgroup" "Reduce"
  // MEMORY-NOT: spv.GroupIAdd
  // MEMORY: spv.mlir.loop
  gpu.func @groups(%x: memref<64xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    %v = memref.load %x[%i] : memref<64xi32>
    %a, %p = gpu.shuffle xor %v, %one, %four : i32
    %b, %q = gpu.shuffle down %a, %one, %four : i32
    %c = gpu.subgroup_reduce add %b : (i32) -> i32
    %d = gpu.subgroup_reduce mul %v cluster(size = 4) : (i32) -> i32
    gpu.barrier
    %e = arith.xori %c, %d : i32
    %s = gpu.all_reduce add %e uniform {} : (i32) -> i32
    memref.store %s, %x[%i] : memref<64xi32>
    gpu.return
  }
}
