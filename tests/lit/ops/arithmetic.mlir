// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// One type for all operands, signedness that differs, decorations, and results of two parts.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32, %s: si32, %x: f32, %v: vector<3xf32>, %c: i1) "None" {
    %0 = spv.IAdd %a, %a : i32
    %1 = spv.IAdd %a, %s : (i32, si32) -> si32
    %2 = spv.FMul %x, %x {relaxed_precision, no_contraction} : f32
    %3 = spv.UMulExtended %a, %a : !spv.struct<(i32, i32)>
    %4 = spv.VectorTimesScalar %v, %x : vector<3xf32>, f32 -> vector<3xf32>
    %5 = spv.Dot %v, %v : vector<3xf32> -> f32
    %6 = spv.Select %c, %a, %a : i1, i32
    %7 = spv.ULessThan %a, %a : i32
    %8 = spv.ShiftLeftLogical %a, %s : i32, si32
    %9 = spv.BitFieldInsert %a, %a, %a, %a : i32, i32, i32
    %10 = spv.ConvertUToF %a : i32 to f32
    %11 = spv.Bitcast %x : f32 to i32
    %12 = spv.GLSL.Fma %x, %x, %x : f32
    %13 = spv.GLSL.Length %v : vector<3xf32> -> f32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%a: i32, %s: si32, %x: f32, %v: vector<3xf32>, %c: i1) "None" {
// CHECK-NEXT:       %0 = spv.IAdd %a, %a : i32
// CHECK-NEXT:       %1 = spv.IAdd %a, %s : (i32, si32) -> si32
// CHECK-NEXT:       %2 = spv.FMul %x, %x {no_contraction, relaxed_precision} : f32
// CHECK-NEXT:       %3 = spv.UMulExtended %a, %a : !spv.struct<(i32, i32)>
// CHECK-NEXT:       %4 = spv.VectorTimesScalar %v, %x : vector<3xf32>, f32 -> vector<3xf32>
// CHECK-NEXT:       %5 = spv.Dot %v, %v : vector<3xf32> -> f32
// CHECK-NEXT:       %6 = spv.Select %c, %a, %a : i1, i32
// CHECK-NEXT:       %7 = spv.ULessThan %a, %a : i32
// CHECK-NEXT:       %8 = spv.ShiftLeftLogical %a, %s : i32, si32
// CHECK-NEXT:       %9 = spv.BitFieldInsert %a, %a, %a, %a : i32, i32, i32
// CHECK-NEXT:       %10 = spv.ConvertUToF %a : i32 to f32
// CHECK-NEXT:       %11 = spv.Bitcast %x : f32 to i32
// CHECK-NEXT:       %12 = spv.GLSL.Fma %x, %x, %x : f32
// CHECK-NEXT:       %13 = spv.GLSL.Length %v : vector<3xf32> -> f32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
