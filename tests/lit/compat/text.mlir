// RUN: spv-opt %s --mlir-compat=14 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// REQUIRES: mlir-opt-14
// RUN: spv-opt %s --mlir-compat=14 | mlir-opt-14 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 --mlir-print-op-generic | mlir-opt-14 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 | mlir-opt-14 -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// Names of values are spellings only; enumerants of the generic form are numbers. mlir-opt-14 reads it and says the same.
// CHECK: spv.func @f(%arg0: i32, %arg1: !spv.ptr<i32, Workgroup>) -> i32 "None" {
// CHECK-NEXT: %0 = spv.IAdd %arg0, %arg0 : i32
// CHECK-NEXT: spv.MemoryBarrier Device, Acquire
// CHECK-NEXT: spv.MemoryBarrier Device, "Acquire|UniformMemory"
// CHECK-NEXT: spv.MemoryBarrier Device, "None"
// CHECK-NEXT: spv.ControlBarrier Workgroup, Device, Acquire
// CHECK-NEXT: spv.ReturnValue %0 : i32
// GENERIC: "spv.MemoryBarrier"() {memory_scope = 1 : i32, memory_semantics = 2 : i32} : () -> ()
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32, %p: !spv.ptr<i32, Workgroup>) -> i32 "None" {
    %sum = spv.IAdd %a, %a : i32
    spv.MemoryBarrier Device, "Acquire"
    spv.MemoryBarrier Device, "Acquire|UniformMemory"
    spv.MemoryBarrier Device, "None"
    spv.ControlBarrier Workgroup, Device, Acquire
    spv.ReturnValue %sum : i32
  }
}
