// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// RUN: spv-opt %s --mlir-print-op-generic | spv-opt - | FileCheck %s
// Only i64 and f64 go without their type in arrays. Infinities, NaNs and large whole numbers are written in
// hexadecimal, and keep it, or they would be read as integers.
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, Float64, Int64], []> {
  spv.func @f() -> !spv.array<3 x f64> "None" {
    %a = spv.Constant [1.0, 0x7FF0000000000000 : f64, 0x7FF8000000000001 : f64] : !spv.array<3 x f64>
    %b = spv.Constant dense<[1.0, 0xFFF0000000000000]> : vector<2xf64>
    %c = spv.Constant [0x7F800000 : f32] : !spv.array<1 x f32>
    %e = spv.Constant [4294967295.0, 65535.0] : !spv.array<2 x f64>
    %d = spv.Constant 0x7FF0000000000000 : f64
    %f = spv.Constant [1 : si64, 2 : si64] : !spv.array<2 x si64>
    %g = spv.Constant [1, 2] : !spv.array<2 x i64>
    spv.ReturnValue %a : !spv.array<3 x f64>
  }
}

// CHECK: %a = spv.Constant [1.000000e+00, 0x7FF0000000000000 : f64, 0x7FF8000000000001 : f64] : !spv.array<3 x f64>
// CHECK-NEXT: %b = spv.Constant dense<[1.000000e+00, 0xFFF0000000000000]> : vector<2xf64>
// CHECK-NEXT: %c = spv.Constant [0x7F800000 : f32] : !spv.array<1 x f32>
// CHECK-NEXT: %e = spv.Constant [0x41EFFFFFFFE00000 : f64, 6.553500e+04] : !spv.array<2 x f64>
// CHECK-NEXT: %d = spv.Constant 0x7FF0000000000000 : f64
// CHECK-NEXT: %f = spv.Constant [1 : si64, 2 : si64] : !spv.array<2 x si64>
// CHECK-NEXT: %g = spv.Constant [1, 2] : !spv.array<2 x i64>
