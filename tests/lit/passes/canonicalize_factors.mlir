// RUN: spv-opt %s --canonicalize | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, Matrix], []> {
  // CHECK-LABEL: spv.func @sums
  spv.func @sums(%a: i32, %b: i32, %c: i32, %out: !spv.ptr<i32, Function>) "None" {
    %c5 = spv.Constant 5 : i32
    %c9 = spv.Constant 9 : i32
    // (a + 9) - (b - 5)
    // CHECK: %[[D:.*]] = spv.ISub %a, %b
    // CHECK-NEXT: %[[S:.*]] = spv.IAdd %[[D]], %cst14_i32
    // CHECK-NEXT: spv.Store "Function" %out, %[[S]]
    %0 = spv.IAdd %a, %c9 : i32
    %1 = spv.ISub %b, %c5 : i32
    %2 = spv.ISub %0, %1 : i32
    spv.Store "Function" %out, %2 : i32
    // (9 - a) + (5 - b)
    // CHECK-NEXT: %[[T:.*]] = spv.IAdd %a, %b
    // CHECK-NEXT: %[[N:.*]] = spv.ISub %cst14_i32, %[[T]]
    // CHECK-NEXT: spv.Store "Function" %out, %[[N]]
    %3 = spv.ISub %c9, %a : i32
    %4 = spv.ISub %c5, %b : i32
    %5 = spv.IAdd %3, %4 : i32
    spv.Store "Function" %out, %5 : i32
    // CHECK-NEXT: %[[F:.*]] = spv.ISub %b, %c
    // CHECK-NEXT: %[[P:.*]] = spv.IMul %a, %[[F]]
    // CHECK-NEXT: spv.Store "Function" %out, %[[P]]
    %6 = spv.IMul %b, %a : i32
    %7 = spv.IMul %a, %c : i32
    %8 = spv.ISub %6, %7 : i32
    spv.Store "Function" %out, %8 : i32
    spv.Return
  }
  // CHECK-LABEL: spv.func @floats
  spv.func @floats(%x: f32, %v: vector<2xf32>, %out: !spv.ptr<f32, Function>, %vout: !spv.ptr<vector<2xf32>, Function>) "None" {
    %c2 = spv.Constant 2.0 : f32
    %c3 = spv.Constant 3.0 : f32
    %half = spv.Constant 0.5 : f32
    %minus = spv.Constant -0.0 : f32
    // CHECK-DAG: %[[SIX:.*]] = spv.Constant 6.000000e+00 : f32
    // CHECK-DAG: %[[M2:.*]] = spv.Constant -2.000000e+00 : f32
    // CHECK: %[[A:.*]] = spv.FMul %x, %[[SIX]]
    // CHECK-NEXT: spv.Store "Function" %out, %[[A]]
    %0 = spv.FMul %x, %c3 : f32
    %1 = spv.FMul %0, %c2 : f32
    spv.Store "Function" %out, %1 : f32
    // A half of a small number is rounded.
    // CHECK-NEXT: %[[B:.*]] = spv.FMul %x
    // CHECK-NEXT: %[[C:.*]] = spv.FMul %[[B]]
    // CHECK-NEXT: spv.Store "Function" %out, %[[C]]
    %2 = spv.FMul %x, %half : f32
    %3 = spv.FMul %2, %c3 : f32
    spv.Store "Function" %out, %3 : f32
    // CHECK-NEXT: %[[D:.*]] = spv.FNegate %x
    // CHECK-NEXT: spv.Store "Function" %out, %[[D]]
    %4 = spv.FSub %minus, %x : f32
    spv.Store "Function" %out, %4 : f32
    // CHECK-NEXT: %[[E:.*]] = spv.FSub %[[M2]], %x
    // CHECK-NEXT: spv.Store "Function" %out, %[[E]]
    %5 = spv.FNegate %x : f32
    %6 = spv.FSub %5, %c2 : f32
    spv.Store "Function" %out, %6 : f32
    // CHECK-NEXT: %[[F:.*]] = spv.VectorTimesScalar %v, %x
    // CHECK-NEXT: spv.Store "Function" %vout, %[[F]]
    %7 = spv.FNegate %x : f32
    %8 = spv.FNegate %v : vector<2xf32>
    %9 = spv.VectorTimesScalar %8, %7 : vector<2xf32>, f32 -> vector<2xf32>
    spv.Store "Function" %vout, %9 : vector<2xf32>
    spv.Return
  }
  // CHECK-LABEL: spv.func @matrices
  spv.func @matrices(%out: !spv.ptr<f32, Function>, %vout: !spv.ptr<vector<2xf32>, Function>, %mout: !spv.ptr<!spv.matrix<2 x vector<2xf32>>, Function>) "None" {
    %v = spv.Constant dense<[2.0, 3.0]> : vector<2xf32>
    %w = spv.Constant dense<[2.0, 0.5]> : vector<2xf32>
    %m = spv.Constant [dense<[1.0, 2.0]> : vector<2xf32>, dense<[3.0, 4.0]> : vector<2xf32>] : !spv.matrix<2 x vector<2xf32>>
    // CHECK-DAG: %[[T:.*]] = spv.Constant [dense<[1.000000e+00, 3.000000e+00]> : vector<2xf32>, dense<[2.000000e+00, 4.000000e+00]> : vector<2xf32>]
    // CHECK-DAG: %[[DOT:.*]] = spv.Constant 5.500000e+00 : f32
    // CHECK-DAG: %[[VM:.*]] = spv.Constant dense<[8.000000e+00, 1.800000e+01]>
    // CHECK-DAG: %[[MV:.*]] = spv.Constant dense<[1.100000e+01, 1.600000e+01]>
    // CHECK: spv.Store "Function" %out, %[[DOT]]
    // CHECK-NEXT: spv.Store "Function" %vout, %[[VM]]
    // CHECK-NEXT: spv.Store "Function" %vout, %[[MV]]
    // CHECK-NEXT: spv.Store "Function" %mout, %[[T]]
    %0 = spv.Dot %v, %w : vector<2xf32> -> f32
    spv.Store "Function" %out, %0 : f32
    %1 = spv.VectorTimesMatrix %v, %m : vector<2xf32>, !spv.matrix<2 x vector<2xf32>> -> vector<2xf32>
    spv.Store "Function" %vout, %1 : vector<2xf32>
    %2 = spv.MatrixTimesVector %m, %v : !spv.matrix<2 x vector<2xf32>>, vector<2xf32> -> vector<2xf32>
    spv.Store "Function" %vout, %2 : vector<2xf32>
    %3 = spv.Transpose %m : !spv.matrix<2 x vector<2xf32>> -> !spv.matrix<2 x vector<2xf32>>
    spv.Store "Function" %mout, %3 : !spv.matrix<2 x vector<2xf32>>
    // In which order is summed up matters here.
    // CHECK: spv.Dot
    %tenth = spv.Constant dense<[0.1, 0.3]> : vector<2xf32>
    %4 = spv.Dot %v, %tenth : vector<2xf32> -> f32
    spv.Store "Function" %out, %4 : f32
    spv.Return
  }
  // CHECK-LABEL: spv.func @exact
  spv.func @exact(%out: !spv.ptr<f32, Function>) "None" {
    %c0 = spv.Constant 0.0 : f32
    %c2 = spv.Constant 2.0 : f32
    %c3 = spv.Constant 3.0 : f32
    %c8 = spv.Constant 8.0 : f32
    %tenth = spv.Constant 0.1 : f32
    // CHECK-DAG: %[[ONE:.*]] = spv.Constant 1.000000e+00
    // CHECK-DAG: %[[MIX:.*]] = spv.Constant 9.000000e+00
    // CHECK: spv.Store "Function" %out, %[[ONE]]
    %0 = spv.GLSL.Cos %c0 : f32
    spv.Store "Function" %out, %0 : f32
    // CHECK-NEXT: spv.Store "Function" %out, %cst_f32
    %1 = spv.GLSL.Log2 %c8 : f32
    spv.Store "Function" %out, %1 : f32
    %2 = spv.GLSL.Pow %c2, %c3 : f32
    spv.Store "Function" %out, %2 : f32
    // CHECK: spv.Store "Function" %out, %[[MIX]]
    %half = spv.Constant 0.5 : f32
    %c10 = spv.Constant 10.0 : f32
    %3 = spv.GLSL.FMix %c8 : f32, %c10 : f32, %half : f32 -> f32
    spv.Store "Function" %out, %3 : f32
    // CHECK: spv.GLSL.FMix
    %4 = spv.GLSL.FMix %c8 : f32, %c2 : f32, %tenth : f32 -> f32
    spv.Store "Function" %out, %4 : f32
    // CHECK: spv.GLSL.Sin
    %5 = spv.GLSL.Sin %c2 : f32
    spv.Store "Function" %out, %5 : f32
    spv.Return
  }
}
