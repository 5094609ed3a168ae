// RUN: spv-opt %s --canonicalize | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Float64, RoundingModeRTZ, DenormFlushToZero], []> {
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  spv.ExecutionMode @main "RoundingModeRTZ", 32
  spv.ExecutionMode @main "DenormFlushToZero", 64
  spv.func @main() "None" {
    spv.Return
  }
  spv.func @rounds(%p: !spv.ptr<f32, Function>, %x: f32) "None" {
    %one = spv.Constant 1.0 : f32
    %half = spv.Constant 0.5 : f32
    %tenth = spv.Constant 0.1 : f32
    %0 = spv.FAdd %one, %half : f32
    spv.Store "Function" %p, %0 : f32
    // Inexact: how it is rounded is not ours to say.
    %1 = spv.FAdd %one, %tenth : f32
    spv.Store "Function" %p, %1 : f32
    %2 = spv.FMul %x, %one : f32
    spv.Store "Function" %p, %2 : f32
    spv.Return
  }
  spv.func @flushes(%p: !spv.ptr<f64, Function>, %x: f64) "None" {
    %one = spv.Constant 1.0 : f64
    %tiny = spv.Constant 1.0e-310 : f64
    %0 = spv.FAdd %one, %one : f64
    spv.Store "Function" %p, %0 : f64
    %1 = spv.FAdd %one, %tiny : f64
    spv.Store "Function" %p, %1 : f64
    // A denormal would be flushed.
    %2 = spv.FMul %x, %one : f64
    spv.Store "Function" %p, %2 : f64
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Float64, RoundingModeRTZ, DenormFlushToZero], []> {
// CHECK-NEXT:     spv.EntryPoint "GLCompute" @main
// CHECK-NEXT:     spv.ExecutionMode @main "LocalSize", 1, 1, 1
// CHECK-NEXT:     spv.ExecutionMode @main "RoundingModeRTZ", 32
// CHECK-NEXT:     spv.ExecutionMode @main "DenormFlushToZero", 64
// CHECK-NEXT:     spv.func @main() "None" {
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @rounds(%p: !spv.ptr<f32, Function>, %x: f32) "None" {
// CHECK-NEXT:       %cst_f32 = spv.Constant 1.500000e+00 : f32
// CHECK-NEXT:       %one = spv.Constant 1.000000e+00 : f32
// CHECK-NEXT:       %tenth = spv.Constant 1.000000e-01 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %cst_f32 : f32
// CHECK-NEXT:       %0 = spv.FAdd %one, %tenth : f32
// CHECK-NEXT:       spv.Store "Function" %p, %0 : f32
// CHECK-NEXT:       spv.Store "Function" %p, %x : f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @flushes(%p: !spv.ptr<f64, Function>, %x: f64) "None" {
// CHECK-NEXT:       %cst_f64 = spv.Constant 2.000000e+00 : f64
// CHECK-NEXT:       %one = spv.Constant 1.000000e+00 : f64
// CHECK-NEXT:       %tiny = spv.Constant 1.000000e-310 : f64
// CHECK-NEXT:       spv.Store "Function" %p, %cst_f64 : f64
// CHECK-NEXT:       %0 = spv.FAdd %one, %tiny : f64
// CHECK-NEXT:       spv.Store "Function" %p, %0 : f64
// CHECK-NEXT:       %1 = spv.FMul %x, %one : f64
// CHECK-NEXT:       spv.Store "Function" %p, %1 : f64
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
