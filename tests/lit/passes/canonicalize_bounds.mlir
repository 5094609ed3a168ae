// RUN: spv-opt %s --canonicalize | FileCheck %s
// Clamps of which the constants decide, though not all operands are constants.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @clamps
  spv.func @clamps(%x: f32, %i: si32, %out: !spv.ptr<f32, Function>, %iout: !spv.ptr<si32, Function>) "None" {
    %c1 = spv.Constant 1.0 : f32
    %c2 = spv.Constant 2.0 : f32
    %half = spv.Constant 0.5 : f32
    %nan = spv.Constant 0x7FC00000 : f32
    // CHECK: %[[TWO:.*]] = spv.Constant 2.000000e+00 : f32
    // CHECK: spv.Store "Function" %out, %c2
    // CHECK-NEXT: spv.Store "Function" %out, %half
    // CHECK-NEXT: spv.Store "Function" %out, %[[TWO]]
    %a = spv.GLSL.FClamp %c1, %c2, %x : f32
    spv.Store "Function" %out, %a : f32
    %b = spv.GLSL.NClamp %c1, %x, %half : f32
    spv.Store "Function" %out, %b : f32
    // A NaN is no bound.
    %c = spv.GLSL.NClamp %c2, %nan, %nan : f32
    spv.Store "Function" %out, %c : f32
    // Between the bounds nothing is known.
    // CHECK-NEXT: %[[D:.*]] = spv.GLSL.FClamp
    // CHECK-NEXT: spv.Store "Function" %out, %[[D]]
    %d = spv.GLSL.FClamp %c2, %c1, %x : f32
    spv.Store "Function" %out, %d : f32
    // CHECK: spv.Store "Function" %iout, %m3
    %m5 = spv.Constant -5 : si32
    %m3 = spv.Constant -3 : si32
    %e = spv.GLSL.SClamp %m5, %m3, %i : si32
    spv.Store "Function" %iout, %e : si32
    spv.Return
  }
  // CHECK-LABEL: spv.func @comparisons
  spv.func @comparisons(%x: f32, %i: i32, %out: !spv.ptr<i1, Function>) "None" {
    %c0 = spv.Constant 0.0 : f32
    %c1 = spv.Constant 1.0 : f32
    %c2 = spv.Constant 2.0 : f32
    // CHECK-DAG: %[[TRUE:.*]] = spv.Constant true
    // CHECK-DAG: %[[FALSE:.*]] = spv.Constant false
    // CHECK: spv.Store "Function" %out, %[[TRUE]]
    // CHECK-NEXT: spv.Store "Function" %out, %[[FALSE]]
    %n = spv.GLSL.NClamp %x, %c0, %c1 : f32
    %a = spv.FOrdLessThan %n, %c2 : f32
    spv.Store "Function" %out, %a : i1
    %b = spv.FUnordGreaterThan %c0, %n : f32
    spv.Store "Function" %out, %b : i1
    // At a bound.
    // CHECK-NEXT: spv.Store "Function" %out, %[[TRUE]]
    %c = spv.FOrdLessThanEqual %n, %c1 : f32
    spv.Store "Function" %out, %c : i1
    // Of a NaN FClamp may give a NaN, which the other use sees: what is false then, too, is known.
    // CHECK-NEXT: %[[F:.*]] = spv.GLSL.FClamp
    // CHECK-NEXT: %[[D:.*]] = spv.FOrdLessThan %[[F]]
    // CHECK-NEXT: spv.Store "Function" %out, %[[D]]
    // CHECK-NEXT: spv.Store "Function" %out, %[[FALSE]]
    // CHECK-NEXT: spv.IsNan %[[F]]
    %f = spv.GLSL.FClamp %x, %c0, %c1 : f32
    %d = spv.FOrdLessThan %f, %c2 : f32
    spv.Store "Function" %out, %d : i1
    %e = spv.FOrdGreaterThan %f, %c2 : f32
    spv.Store "Function" %out, %e : i1
    %isnan = spv.IsNan %f : f32
    spv.Store "Function" %out, %isnan : i1
    // CHECK: spv.Store "Function" %out, %[[TRUE]]
    %c3 = spv.Constant 3 : i32
    %c7 = spv.Constant 7 : i32
    %c9 = spv.Constant 9 : i32
    %u = spv.GLSL.UClamp %i, %c3, %c7 : i32
    %g = spv.UGreaterThanEqual %c9, %u : i32
    spv.Store "Function" %out, %g : i1
    // Another order.
    // CHECK: spv.SGreaterThanEqual
    %h = spv.SGreaterThanEqual %c9, %u : i32
    spv.Store "Function" %out, %h : i1
    spv.Return
  }
}
