// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2 --mlir-compat=22 | FileCheck %s
// LLVM 22 lacks NMax, NMin and Trunc. Conversions write them as other ops.
// CHECK-LABEL: spirv.func @functions
func.func @functions(%a: f32, %b: vector<2xf32>) -> (f32, vector<2xf32>) {
  // CHECK: %[[MAX:.*]] = spirv.GL.FMax %[[A:.*]], %[[A]] : f32
  // CHECK: %[[NAN:.*]] = spirv.IsNan %[[A]] : f32
  // CHECK: spirv.Select %{{.*}}, %[[A]], %[[MAX]] : i1, f32
  %0 = arith.maxnumf %a, %a : f32
  // CHECK: spirv.GL.FMin
  %1 = arith.minnumf %b, %b : vector<2xf32>
  // CHECK: spirv.FOrdLessThan
  // CHECK: spirv.GL.Ceil
  // CHECK: spirv.GL.Floor
  // CHECK: spirv.Select
  %2 = math.trunc %1 : vector<2xf32>
  return %0, %2 : f32, vector<2xf32>
}
