// RUN: spv-opt %s --canonicalize | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Float16, Float64], []> {
  spv.func @constants(%p: !spv.ptr<f32, Function>) "None" {
    %a = spv.Constant 1.5 : f32
    %b = spv.Constant 0.1 : f32
    %zero = spv.Constant 0.0 : f32
    %0 = spv.FAdd %a, %b : f32
    spv.Store "Function" %p, %0 : f32
    %1 = spv.FDiv %b, %a {no_contraction} : f32
    spv.Store "Function" %p, %1 : f32
    // A quotient by zero is left alone.
    %2 = spv.FDiv %a, %zero : f32
    spv.Store "Function" %p, %2 : f32
    %v = spv.Constant dense<[1.5, -2.5, 4.0]> : vector<3xf32>
    %3 = spv.GLSL.RoundEven %v : vector<3xf32>
    %4 = spv.CompositeExtract %3[1 : i32] : vector<3xf32>
    spv.Store "Function" %p, %4 : f32
    spv.Return
  }
  spv.func @identities(%p: !spv.ptr<f32, Function>, %x: f32, %y: f32) "None" {
    %zero = spv.Constant 0.0 : f32
    %minus_zero = spv.Constant -0.0 : f32
    %one = spv.Constant 1.0 : f32
    %two = spv.Constant 2.0 : f32
    %0 = spv.FMul %one, %x : f32
    spv.Store "Function" %p, %0 : f32
    %1 = spv.FSub %x, %zero : f32
    spv.Store "Function" %p, %1 : f32
    %2 = spv.FAdd %x, %minus_zero : f32
    spv.Store "Function" %p, %2 : f32
    // -0.0 + 0.0 is 0.0, x * 0.0 may be NaN, x - x, too.
    %3 = spv.FAdd %x, %zero : f32
    spv.Store "Function" %p, %3 : f32
    %4 = spv.FMul %x, %zero : f32
    spv.Store "Function" %p, %4 : f32
    %5 = spv.FSub %x, %x : f32
    spv.Store "Function" %p, %5 : f32
    %6 = spv.FNegate %y : f32
    %7 = spv.FAdd %6, %x {no_contraction} : f32
    spv.Store "Function" %p, %7 : f32
    %8 = spv.FDiv %x, %two : f32
    spv.Store "Function" %p, %8 : f32
    spv.Return
  }
  spv.func @comparisons(%p: !spv.ptr<i1, Function>, %x: f32, %y: f32) "None" {
    %0 = spv.FOrdLessThan %x, %y : f32
    %1 = spv.LogicalNot %0 : i1
    spv.Store "Function" %p, %1 : i1
    %2 = spv.FOrdLessThan %x, %x : f32
    spv.Store "Function" %p, %2 : i1
    // False of NaN.
    %3 = spv.FOrdEqual %x, %x : f32
    spv.Store "Function" %p, %3 : i1
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Float16, Float64], []> {
// CHECK-NEXT:     spv.func @constants(%p: !spv.ptr<f32, Function>) "None" {
// CHECK-NEXT:       %cst_f32 = spv.Constant -2.000000e+00 : f32
// CHECK-NEXT:       %cst_f32_0 = spv.Constant 0.0666666701 : f32
// CHECK-NEXT:       %cst_f32_1 = spv.Constant 1.600000e+00 : f32
// CHECK-NEXT:       %a = spv.Constant 1.500000e+00 : f32
// CHECK-NEXT:       %zero = spv.Constant 0.000000e+00 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %cst_f32_1 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %cst_f32_0 : f32
// CHECK-NEXT:       %0 = spv.FDiv %a, %zero : f32
// CHECK-NEXT:       spv.Store "Function" %p, %0 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %cst_f32 : f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @identities(%p: !spv.ptr<f32, Function>, %x: f32, %y: f32) "None" {
// CHECK-NEXT:       %cst_f32 = spv.Constant 5.000000e-01 : f32
// CHECK-NEXT:       %zero = spv.Constant 0.000000e+00 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %x : f32
// CHECK-NEXT:       spv.Store "Function" %p, %x : f32
// CHECK-NEXT:       spv.Store "Function" %p, %x : f32
// CHECK-NEXT:       %0 = spv.FAdd %x, %zero : f32
// CHECK-NEXT:       spv.Store "Function" %p, %0 : f32
// CHECK-NEXT:       %1 = spv.FMul %x, %zero : f32
// CHECK-NEXT:       spv.Store "Function" %p, %1 : f32
// CHECK-NEXT:       %2 = spv.FSub %x, %x : f32
// CHECK-NEXT:       spv.Store "Function" %p, %2 : f32
// CHECK-NEXT:       %3 = spv.FSub %x, %y {no_contraction} : f32
// CHECK-NEXT:       spv.Store "Function" %p, %3 : f32
// CHECK-NEXT:       %4 = spv.FMul %x, %cst_f32 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %4 : f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @comparisons(%p: !spv.ptr<i1, Function>, %x: f32, %y: f32) "None" {
// CHECK-NEXT:       %false = spv.Constant false
// CHECK-NEXT:       %0 = spv.FUnordGreaterThanEqual %x, %y : f32
// CHECK-NEXT:       spv.Store "Function" %p, %0 : i1
// CHECK-NEXT:       spv.Store "Function" %p, %false : i1
// CHECK-NEXT:       %1 = spv.FOrdEqual %x, %x : f32
// CHECK-NEXT:       spv.Store "Function" %p, %1 : i1
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
