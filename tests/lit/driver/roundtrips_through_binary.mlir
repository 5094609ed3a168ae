// RUN: spv-opt %s --test-spirv-roundtrip | FileCheck %s
// RUN: spv-opt %s -test-spirv-roundtrip | FileCheck %s
// RUN: spv-opt %s --test-spirv-roundtrip-debug --mlir-print-debuginfo | FileCheck %s --check-prefix=DEBUG
// RUN: spv-opt %s --serialize-spirv -o %t.bin && spv-opt %t.bin --deserialize-spirv | FileCheck %s
// RUN: spv-opt %s -serialize-spirv | spv-opt - -deserialize-spirv | FileCheck %s
// As in mlir-translate, and in its tests.
// CHECK: spv.func @f(%a: i32) -> i32 "None" {
// CHECK-NEXT: %0 = spv.IAdd %a, %a : i32
// CHECK-NEXT: spv.ReturnValue %0 : i32
// DEBUG: spv.IAdd %a, %a : i32 loc("{{.*}}roundtrips_through_binary.mlir":[[@LINE+3]]:10)
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32
    spv.ReturnValue %0 : i32
  }
}
