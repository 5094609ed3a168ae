spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Int64], []> {
  spv.EntryPoint "Fragment" @_$3 name("main")
  spv.ExecutionMode @_$3 "OriginUpperLeft"
  spv.func @_$0(%x: f32) -> f32 "None" {
    %c = spv.Constant 2.0 : f32
    %0 = spv.FDiv %x, %c : f32
    %1 = spv.FNegate %0 : f32
    %2 = spv.FSub %0, %1 : f32
    spv.ReturnValue %2 : f32
  }
  spv.func @_$1(%x: f32) -> f32 "None" {
    %0 = spv.FMul %x, %x : f32
    spv.ReturnValue %0 : f32
  }
  spv.func @_$2(%x: i64) -> i64 "None" {
    %0 = spv.IAdd %x, %x : i64
    spv.ReturnValue %0 : i64
  }
  spv.func @_$3() "None" {
    spv.Kill
  }
}
