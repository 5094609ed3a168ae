// An entry block without ops has its label where another block follows, which would be read as the entry block otherwise.
// RUN: spv-opt %s --no-verify | FileCheck %s
// RUN: spv-opt %s --no-verify -o %t.mlir
// RUN: spv-opt %t.mlir --no-verify | FileCheck %s
// RUN: spv-opt %t.mlir --no-verify --emit=generic -o %t.generic.mlir
// RUN: spv-opt %t.generic.mlir --no-verify | FileCheck %s
// CHECK-LABEL: func.func @two_blocks
// CHECK-SAME: (%a: f32) -> f32 {
// CHECK-NEXT: ^bb0:
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: return %a
func.func @two_blocks(%a: f32) -> f32 {
^bb0:
^bb1:
  return %a : f32
}
// CHECK:      spv.module
// CHECK-NEXT: ^bb0:
// CHECK-NEXT: ^bb1:
spv.module Logical GLSL450 {
^bb0:
^bb1:
}
// Generic text keeps the arguments of an empty body.
// CHECK-LABEL: func.func @empty
// CHECK-SAME: (%a: f32) -> f32 {
// CHECK-NEXT: }
func.func @empty(%a: f32) -> f32 {
}
