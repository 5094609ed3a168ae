// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.1 | FileCheck %s

// A vector that the target lacks is pieces; choosing elements shuffles these, or takes one as it is.

// CHECK-LABEL: spv.func @elements
// CHECK: %[[A:.*]] = spv.FAdd %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: %[[B:.*]] = spv.FAdd %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK-NOT: spv.FAdd
// CHECK: %[[X:.*]] = spv.CompositeExtract %[[B]][1 : i32]
// CHECK: spv.ReturnValue %[[X]]
func.func @elements(%a: vector<4xf32>) -> f32 {
  %z = arith.constant dense<1.0> : vector<8xf32>
  %w = vector.insert_strided_slice %a, %z {offsets = [2], strides = [1]} : vector<4xf32> into vector<8xf32>
  %s = arith.addf %w, %w : vector<8xf32>
  %x = vector.extract %s[5] : f32 from vector<8xf32>
  return %x : f32
}

// Rows of a matrix are its pieces: a transposition moves elements, another one moves them back.

// CHECK-LABEL: spv.func @transposed_twice(%a: vector<3xf32>)
// CHECK-NOT: spv.FAdd
// CHECK: spv.ReturnValue
func.func @transposed_twice(%a: vector<3xf32>) -> f32 {
  %m = vector.broadcast %a : vector<3xf32> to vector<2x3xf32>
  %t = vector.transpose %m, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %u = vector.transpose %t, [1, 0] : vector<3x2xf32> to vector<2x3xf32>
  %x = vector.extract %u[1, 2] : f32 from vector<2x3xf32>
  return %x : f32
}
