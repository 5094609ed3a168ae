// RUN: spv-opt %s --canonicalize | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
  spv.func @extract(%p: !spv.ptr<f32, Function>, %a: f32, %b: f32, %v: vector<2xf32>, %w: vector<4xf32>) "None" {
    %0 = spv.CompositeConstruct %a, %v, %b : vector<4xf32>
    %1 = spv.CompositeExtract %0[3 : i32] : vector<4xf32>
    spv.Store "Function" %p, %1 : f32
    %2 = spv.CompositeExtract %0[2 : i32] : vector<4xf32>
    spv.Store "Function" %p, %2 : f32
    %3 = spv.CompositeInsert %a, %w[1 : i32] : f32 into vector<4xf32>
    %4 = spv.CompositeExtract %3[1 : i32] : vector<4xf32>
    spv.Store "Function" %p, %4 : f32
    %5 = spv.CompositeExtract %3[2 : i32] : vector<4xf32>
    spv.Store "Function" %p, %5 : f32
    %6 = spv.VectorShuffle [3 : i32, 5 : i32] %w : vector<4xf32>, %v : vector<2xf32> -> vector<2xf32>
    %7 = spv.CompositeExtract %6[1 : i32] : vector<2xf32>
    spv.Store "Function" %p, %7 : f32
    %two = spv.Constant 2 : i32
    %8 = spv.VectorExtractDynamic %w[%two] : vector<4xf32>, i32
    spv.Store "Function" %p, %8 : f32
    %c = spv.Constant [dense<[1.0, 2.0]> : vector<2xf32>, dense<3.0> : vector<2xf32>] : !spv.array<2 x vector<2xf32>>
    %9 = spv.CompositeExtract %c[0 : i32, 1 : i32] : !spv.array<2 x vector<2xf32>>
    spv.Store "Function" %p, %9 : f32
    %n = spv.Constant #spv.null : !spv.array<2 x vector<2xf32>>
    %10 = spv.CompositeExtract %n[1 : i32, 1 : i32] : !spv.array<2 x vector<2xf32>>
    spv.Store "Function" %p, %10 : f32
    spv.Return
  }
  spv.func @construct(%p: !spv.ptr<vector<2xf32>, Function>, %v: vector<2xf32>, %w: vector<4xf32>) "None" {
    %0 = spv.CompositeExtract %v[0 : i32] : vector<2xf32>
    %1 = spv.CompositeExtract %v[1 : i32] : vector<2xf32>
    %2 = spv.CompositeConstruct %0, %1 : vector<2xf32>
    spv.Store "Function" %p, %2 : vector<2xf32>
    // Another order.
    %3 = spv.CompositeConstruct %1, %0 : vector<2xf32>
    spv.Store "Function" %p, %3 : vector<2xf32>
    %a = spv.Constant 1.0 : f32
    %b = spv.Constant 2.0 : f32
    %4 = spv.CompositeConstruct %a, %b : vector<2xf32>
    spv.Store "Function" %p, %4 : vector<2xf32>
    %5 = spv.VectorShuffle [0 : i32, 1 : i32] %v : vector<2xf32>, %v : vector<2xf32> -> vector<2xf32>
    spv.Store "Function" %p, %5 : vector<2xf32>
    %6 = spv.VectorShuffle [3 : i32, 2 : i32, 1 : i32, 0 : i32] %w : vector<4xf32>, %w : vector<4xf32> -> vector<4xf32>
    %7 = spv.VectorShuffle [0 : i32, 4 : i32] %6 : vector<4xf32>, %v : vector<2xf32> -> vector<2xf32>
    spv.Store "Function" %p, %7 : vector<2xf32>
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
// CHECK-NEXT:     spv.func @extract(%p: !spv.ptr<f32, Function>, %a: f32, %b: f32, %v: vector<2xf32>, %w: vector<4xf32>) "None" {
// CHECK-NEXT:       %cst_f32 = spv.Constant 0.000000e+00 : f32
// CHECK-NEXT:       %cst_f32_0 = spv.Constant 2.000000e+00 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %b : f32
// CHECK-NEXT:       %0 = spv.CompositeExtract %v[1 : i32] : vector<2xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %0 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %a : f32
// CHECK-NEXT:       %1 = spv.CompositeExtract %w[2 : i32] : vector<4xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %1 : f32
// CHECK-NEXT:       %2 = spv.CompositeExtract %v[1 : i32] : vector<2xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %2 : f32
// CHECK-NEXT:       %3 = spv.CompositeExtract %w[2 : i32] : vector<4xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %3 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %cst_f32_0 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %cst_f32 : f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @construct(%p: !spv.ptr<vector<2xf32>, Function>, %v: vector<2xf32>, %w: vector<4xf32>) "None" {
// CHECK-NEXT:       %cst_vec_2xf32 = spv.Constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %v : vector<2xf32>
// CHECK-NEXT:       %0 = spv.VectorShuffle [1 : i32, 0 : i32] %v : vector<2xf32>, %v : vector<2xf32> -> vector<2xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %0 : vector<2xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %cst_vec_2xf32 : vector<2xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %v : vector<2xf32>
// CHECK-NEXT:       %1 = spv.VectorShuffle [3 : i32, 4 : i32] %w : vector<4xf32>, %v : vector<2xf32> -> vector<2xf32>
// CHECK-NEXT:       spv.Store "Function" %p, %1 : vector<2xf32>
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
