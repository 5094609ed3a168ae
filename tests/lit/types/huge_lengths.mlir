// RUN: spv-opt %s | FileCheck %s
// Products and sums of lengths that exceed 64 bits are unknown.
// CHECK: func.func @elements
func.func @elements(%v: vector<4294967295x4294967295x4294967295xf32>) {
  return
}


// CHECK: func.func @padding
func.func @padding(%t: tensor<4xf32>, %x: f32) {
  %0 = tensor.pad %t low[9223372036854775807] high[9223372036854775807] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<2xf32>
  return
}
