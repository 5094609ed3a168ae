// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0 --mlir-compat=22 | FileCheck %s
// LLVM 22 lacks OpenCL's log2, and its conversions multiply the natural logarithm.
// CHECK-LABEL: spirv.func @logarithm
func.func @logarithm(%a: f32) -> f32 {
  // CHECK: %[[FACTOR:.*]] = spirv.Constant 1.44269502 : f32
  // CHECK: %[[LOG:.*]] = spirv.CL.log %{{.*}} : f32
  // CHECK: spirv.FMul %[[LOG]], %[[FACTOR]] : f32
  %0 = math.log2 %a : f32
  return %0 : f32
}
