// RUN: canonicalize
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
