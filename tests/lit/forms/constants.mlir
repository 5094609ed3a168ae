// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// Every spelling of a constant, in a function and at module scope.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage, Float64, Int64], []> {
  spv.SpecConstant @flag spec_id(1) = true
  spv.SpecConstant @size = 42 : i32
  spv.SpecConstantComposite @both (@size, @size) : vector<2xi32>
  spv.GlobalConstant @named = 2.500000e+00 : f32
  spv.func @f() "None" {
    %0 = spv.Constant true
    %1 = spv.Constant false
    %2 = spv.Constant -5 : si32
    %3 = spv.Constant 4294967295 : i32
    %4 = spv.Constant 0.5 : f32
    %5 = spv.Constant 0x7F800000 : f32
    %6 = spv.Constant 1.0e-300 : f64
    %7 = spv.Constant dense<[1, 2, 3]> : vector<3xi32>
    %8 = spv.Constant dense<0.0> : vector<4xf32>
    %9 = spv.Constant [1 : i32, 2 : i32] : !spv.array<2 x i32>
    %10 = spv.Constant [1 : i32, 0.5 : f32] : !spv.struct<(i32, f32)>
    %11 = spv.Constant dense<1> : tensor<2x3xi32> : !spv.array<2 x !spv.array<3 x i32>>
    %12 = spv.Constant #spv.null : !spv.struct<(i32, f32)>
    %13 = spv.Undef : vector<2xf32>
    %14 = spv.mlir.referenceof @size : i32
    %15 = spv.mlir.referenceof @named : f32
    %16 = spv.SpecConstantOperation wraps "spv.IAdd"(%14, %14) : (i32, i32) -> i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage, Float64, Int64], []> {
// CHECK-NEXT:     spv.SpecConstant @flag spec_id(1) = true
// CHECK-NEXT:     spv.SpecConstant @size = 42 : i32
// CHECK-NEXT:     spv.SpecConstantComposite @both (@size, @size) : vector<2xi32>
// CHECK-NEXT:     spv.GlobalConstant @named = 2.500000e+00 : f32
// CHECK-NEXT:     spv.func @f() "None" {
// CHECK-NEXT:       %true = spv.Constant true
// CHECK-NEXT:       %false = spv.Constant false
// CHECK-NEXT:       %cst-5_si32 = spv.Constant -5 : si32
// CHECK-NEXT:       %cst-1_i32 = spv.Constant -1 : i32
// CHECK-NEXT:       %cst_f32 = spv.Constant 5.000000e-01 : f32
// CHECK-NEXT:       %cst_f32_0 = spv.Constant 0x7F800000 : f32
// CHECK-NEXT:       %cst_f64 = spv.Constant 1.000000e-300 : f64
// CHECK-NEXT:       %cst_vec_3xi32 = spv.Constant dense<[1, 2, 3]> : vector<3xi32>
// CHECK-NEXT:       %cst_vec_4xf32 = spv.Constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT:       %cst = spv.Constant [1 : i32, 2 : i32] : !spv.array<2 x i32>
// CHECK-NEXT:       %cst_1 = spv.Constant [1 : i32, 5.000000e-01 : f32] : !spv.struct<(i32, f32)>
// CHECK-NEXT:       %cst_2 = spv.Constant dense<1> : tensor<2x3xi32> : !spv.array<2 x !spv.array<3 x i32>>
// CHECK-NEXT:       %cst_3 = spv.Constant #spv.null : !spv.struct<(i32, f32)>
// CHECK-NEXT:       %0 = spv.Undef : vector<2xf32>
// CHECK-NEXT:       %1 = spv.mlir.referenceof @size : i32
// CHECK-NEXT:       %2 = spv.mlir.referenceof @named : f32
// CHECK-NEXT:       %3 = spv.SpecConstantOperation wraps "spv.IAdd"(%1, %1) : (i32, i32) -> i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
