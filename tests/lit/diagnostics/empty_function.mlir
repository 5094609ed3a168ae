// A function of a dialect whose declarations have no body has a terminator if it has one.
// RUN: not spv-opt %s 2>&1 | FileCheck %s
// CHECK: empty_function.mlir:4:1: error: 'func.func' op empty block: expect at least a terminator
func.func @empty(%a: f32) -> f32 {
}
