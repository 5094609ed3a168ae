// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0+Float16 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0+Float16 --target-env=opencl3.0 -o %t.spv
// RUN: sed 's/xi16/xf64/;s/i16/f64/g' %s | not spv-opt --convert-to-spirv=target=opencl3.0+Float16+Float64 2>&1 | FileCheck %s --check-prefix=DOUBLE
// RUN: not spv-opt %s --convert-to-spirv=target=vulkan1.3 2>&1 | FileCheck %s --check-prefix=SHADER

// SHADER: argument #1: declare workgroup memory of a shader by `workgroup(...)`
// Elements below 32 bits that are changed atomically lie where the host has them, several in a word. All work-items of the
// device see the change of a buffer, those of the workgroup one of its memory.

// DOUBLE: a 64-bit atomic update requires the capability Int64Atomics

gpu.module @m {
  // CHECK-LABEL: spv.func @bytes(
  // CHECK-SAME: %x: !spv.ptr<!spv.array<16 x i32>, CrossWorkgroup>, %f: !spv.ptr<!spv.array<32 x i32>, CrossWorkgroup>
  // CHECK: spv.ShiftRightLogical %{{.*}}, %{{.*}} : i64
  // CHECK: spv.AtomicCompareExchange "Device" "AcquireRelease|CrossWorkgroupMemory" "Acquire|CrossWorkgroupMemory"
  // CHECK: spv.Bitcast %{{.*}} : i16 to f16
  // CHECK: spv.FAdd %{{.*}} : f16
  // CHECK: spv.Bitcast %{{.*}} : f16 to i16
  // CHECK: spv.AtomicCompareExchange
  gpu.func @bytes(%x: memref<64xi8>, %f: memref<64xf16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<64xi8>
    %w = memref.load %f[%i] : memref<64xf16>
    %a = memref.atomic_rmw maxs %v, %x[%i] : (i8, memref<64xi8>) -> i8
    %b = memref.atomic_rmw addf %w, %f[%i] : (f16, memref<64xf16>) -> f16
    gpu.return
  }

  // CHECK-LABEL: spv.func @words
  // CHECK: spv.AtomicIAdd "Device" "AcquireRelease|CrossWorkgroupMemory"
  // CHECK: spv.AtomicIAdd "Workgroup" "AcquireRelease|WorkgroupMemory"
  gpu.func @words(%x: memref<64xi32>, %l: memref<16xi32, #gpu.address_space<workgroup>>, %s: memref<64xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16]>} {
    %i = gpu.global_id x
    %t = gpu.thread_id x
    %v = memref.load %x[%i] : memref<64xi32>
    %a = memref.atomic_rmw addi %v, %x[%i] : (i32, memref<64xi32>) -> i32
    %b = memref.atomic_rmw addi %v, %l[%t] : (i32, memref<16xi32, #gpu.address_space<workgroup>>) -> i32
    %c = memref.load %s[%i] : memref<64xi16>
    %d = memref.atomic_rmw assign %c, %s[%i] : (i16, memref<64xi16>) -> i16
    gpu.return
  }
}
