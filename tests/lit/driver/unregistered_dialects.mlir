// RUN: spv-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: spv-opt %s -allow-unregistered-dialect -verify-roundtrip | FileCheck %s
// RUN: not spv-opt %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not spv-opt %s --allow-unregistered-dialect --emit=spirv -o %t.spv 2>&1 | FileCheck %s --check-prefix=BINARY
// CHECK: %0 = "foo.op"(%a) {x = 1 : i32} : (i32) -> i32
// WRONG: unregistered_dialects.mlir:[[@LINE+4]]:10: error: operation being parsed with an unregistered dialect
// BINARY: error:
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = "foo.op"(%a) {x = 1 : i32} : (i32) -> i32
    spv.ReturnValue %0 : i32
  }
}
