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
// An empty body is that of a declaration in generic text.
// RUN: spv-opt %s --no-verify --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: spv-opt %t.generic.mlir --no-verify --emit=generic | FileCheck %s --check-prefix=GENERIC
// GENERIC: "func.func"() ({
// GENERIC: "func.func"() ({
// GENERIC-NEXT: }) {function_type = (f32) -> f32, sym_name = "empty"}
func.func @empty(%a: f32) -> f32 {
}
