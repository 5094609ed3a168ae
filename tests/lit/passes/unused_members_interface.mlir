// RUN: spv-opt %s --pass-pipeline='remove-unused-members{interface push-constants}' | FileCheck %s
// The output block goes without what it does not need, too.
!Light = type !spv.struct<Light, (vector<4xf32> [0] "color", f32 [16] "range")>
!Scene = type !spv.struct<Scene, (f32 [0] "time", i32 [4] "frame", !Light [16] "light"), Block>
!Two = type !spv.struct<(f32 [0], i32 [4], f32 [8]), Block>
!Whole = type !spv.struct<(i32 [0], f32 [4]), Block>
!Out = type !spv.struct<(f32 [BuiltIn="PointSize"], f32 [Location=1]), Block>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
  spv.GlobalVariable @scene : !spv.ptr<!Scene, Uniform>
  spv.GlobalVariable @push : !spv.ptr<!Two, PushConstant>
  spv.GlobalVariable @again : !spv.ptr<!Two, Uniform>
  spv.GlobalVariable @whole : !spv.ptr<!Whole, Uniform>
  spv.GlobalVariable @out : !spv.ptr<!Out, Output>
  spv.EntryPoint "Vertex" @main, @scene, @push, @again, @whole, @out
  spv.func @main() "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %scene = spv.mlir.addressof @scene : !spv.ptr<!Scene, Uniform>
    %time = spv.AccessChain %scene[%c0] : !spv.ptr<!Scene, Uniform>, i32
    %t = spv.Load "Uniform" %time : f32
    %light = spv.AccessChain %scene[%c2] : !spv.ptr<!Scene, Uniform>, i32
    %range = spv.AccessChain %light[%c1] : !spv.ptr<!Light, Uniform>, i32
    %r = spv.Load "Uniform" %range : f32
    %push = spv.mlir.addressof @push : !spv.ptr<!Two, PushConstant>
    %p2 = spv.AccessChain %push[%c2] : !spv.ptr<!Two, PushConstant>, i32
    %p = spv.Load "PushConstant" %p2 : f32
    %again = spv.mlir.addressof @again : !spv.ptr<!Two, Uniform>
    %a0 = spv.AccessChain %again[%c0] : !spv.ptr<!Two, Uniform>, i32
    %a = spv.Load "Uniform" %a0 : f32
    %whole = spv.mlir.addressof @whole : !spv.ptr<!Whole, Uniform>
    %w = spv.Load "Uniform" %whole : !Whole
    %w1 = spv.CompositeExtract %w[1 : i32] : !Whole
    %out = spv.mlir.addressof @out : !spv.ptr<!Out, Output>
    %o1 = spv.AccessChain %out[%c1] : !spv.ptr<!Out, Output>, i32
    %s0 = spv.FAdd %t, %r : f32
    %s1 = spv.FAdd %p, %a : f32
    %s2 = spv.FAdd %s0, %s1 : f32
    %s3 = spv.FAdd %s2, %w1 : f32
    spv.Store "Output" %o1, %s3 : f32
    spv.Return
  }
}

// CHECK: !Light$0 = type !spv.struct<Light$0, (f32 [16] "range")>
// CHECK-NEXT: !Scene$0 = type !spv.struct<Scene$0, (f32 [0] "time", !Light$0 [16] "light"), Block>
// CHECK-NEXT: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
// CHECK-NEXT:     spv.GlobalVariable @scene : !spv.ptr<!Scene$0, Uniform>
// CHECK-NEXT:     spv.GlobalVariable @push : !spv.ptr<!spv.struct<(f32 [0], f32 [8]), Block>, PushConstant>
// CHECK-NEXT:     spv.GlobalVariable @again : !spv.ptr<!spv.struct<(f32 [0], f32 [8]), Block>, Uniform>
// CHECK-NEXT:     spv.GlobalVariable @whole : !spv.ptr<!spv.struct<(i32 [0], f32 [4]), Block>, Uniform>
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<!spv.struct<(f32 [Location=1]), Block>, Output>
// CHECK-NEXT:     spv.EntryPoint "Vertex" @main, @scene, @push, @again, @whole, @out
// CHECK-NEXT:     spv.func @main() "None" {
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       %cst1_i32 = spv.Constant 1 : i32
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %c2 = spv.Constant 2 : i32
// CHECK-NEXT:       %scene = spv.mlir.addressof @scene : !spv.ptr<!Scene$0, Uniform>
// CHECK-NEXT:       %time = spv.AccessChain %scene[%c0] : !spv.ptr<!Scene$0, Uniform>, i32
// CHECK-NEXT:       %t = spv.Load "Uniform" %time : f32
// CHECK-NEXT:       %light = spv.AccessChain %scene[%cst1_i32] : !spv.ptr<!Scene$0, Uniform>, i32
// CHECK-NEXT:       %range = spv.AccessChain %light[%cst0_i32] : !spv.ptr<!Light$0, Uniform>, i32
// CHECK-NEXT:       %r = spv.Load "Uniform" %range : f32
// CHECK-NEXT:       %push = spv.mlir.addressof @push : !spv.ptr<!spv.struct<(f32 [0], f32 [8]), Block>, PushConstant>
// CHECK-NEXT:       %p2 = spv.AccessChain %push[%cst1_i32] : !spv.ptr<!spv.struct<(f32 [0], f32 [8]), Block>, PushConstant>, i32
// CHECK-NEXT:       %p = spv.Load "PushConstant" %p2 : f32
// CHECK-NEXT:       %again = spv.mlir.addressof @again : !spv.ptr<!spv.struct<(f32 [0], f32 [8]), Block>, Uniform>
// CHECK-NEXT:       %a0 = spv.AccessChain %again[%c0] : !spv.ptr<!spv.struct<(f32 [0], f32 [8]), Block>, Uniform>, i32
// CHECK-NEXT:       %a = spv.Load "Uniform" %a0 : f32
// CHECK-NEXT:       %whole = spv.mlir.addressof @whole : !spv.ptr<!spv.struct<(i32 [0], f32 [4]), Block>, Uniform>
// CHECK-NEXT:       %w = spv.Load "Uniform" %whole : !spv.struct<(i32 [0], f32 [4]), Block>
// CHECK-NEXT:       %w1 = spv.CompositeExtract %w[1 : i32] : !spv.struct<(i32 [0], f32 [4]), Block>
// CHECK-NEXT:       %out = spv.mlir.addressof @out : !spv.ptr<!spv.struct<(f32 [Location=1]), Block>, Output>
// CHECK-NEXT:       %o1 = spv.AccessChain %out[%cst0_i32] : !spv.ptr<!spv.struct<(f32 [Location=1]), Block>, Output>, i32
// CHECK-NEXT:       %s0 = spv.FAdd %t, %r : f32
// CHECK-NEXT:       %s1 = spv.FAdd %p, %a : f32
// CHECK-NEXT:       %s2 = spv.FAdd %s0, %s1 : f32
// CHECK-NEXT:       %s3 = spv.FAdd %s2, %w1 : f32
// CHECK-NEXT:       spv.Store "Output" %o1, %s3 : f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
