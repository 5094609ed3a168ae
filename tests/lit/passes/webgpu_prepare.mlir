// RUN: spv-opt %s --spirv-webgpu-prepare --canonicalize | FileCheck %s

// What is expanded computes what the instruction does: of constants the result is known.

// CHECK-LABEL: @unsigned
// CHECK: %[[P:.*]] = spv.Constant [1 : i32, -2 : i32] : !spv.struct<(i32, i32)>
// CHECK: spv.ReturnValue %[[P]]
// CHECK-LABEL: @signed
// CHECK: %[[P:.*]] = spv.Constant [-2147483648 : i32, -1 : i32] : !spv.struct<(i32, i32)>
// CHECK: spv.ReturnValue %[[P]]
// CHECK-LABEL: @carry
// CHECK: %[[P:.*]] = spv.Constant [1 : i32, 1 : i32] : !spv.struct<(i32, i32)>
// CHECK: spv.ReturnValue %[[P]]
// CHECK-LABEL: @short
// CHECK: spv.UMulExtended
// CHECK-LABEL: @nan
// CHECK: %[[F:.*]] = spv.Constant dense<false> : vector<2xi1>
// CHECK: spv.ReturnValue %[[F]]
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage, Int16], []> {
  spv.func @unsigned() -> !spv.struct<(i32, i32)> "None" {
    %a = spv.Constant -1 : i32
    %0 = spv.UMulExtended %a, %a : !spv.struct<(i32, i32)>
    spv.ReturnValue %0 : !spv.struct<(i32, i32)>
  }
  spv.func @signed() -> !spv.struct<(i32, i32)> "None" {
    %a = spv.Constant -2147483648 : i32
    %b = spv.Constant 1 : i32
    %0 = spv.SMulExtended %a, %b : !spv.struct<(i32, i32)>
    spv.ReturnValue %0 : !spv.struct<(i32, i32)>
  }
  spv.func @carry() -> !spv.struct<(i32, i32)> "None" {
    %a = spv.Constant -1 : i32
    %b = spv.Constant 2 : i32
    %0 = spv.IAddCarry %a, %b : !spv.struct<(i32, i32)>
    spv.ReturnValue %0 : !spv.struct<(i32, i32)>
  }
  spv.func @short(%a: i16) -> !spv.struct<(i16, i16)> "None" {
    %0 = spv.UMulExtended %a, %a : !spv.struct<(i16, i16)>
    spv.ReturnValue %0 : !spv.struct<(i16, i16)>
  }
  spv.func @nan(%a: vector<2xf32>) -> vector<2xi1> "None" {
    %0 = spv.IsNan %a : vector<2xf32>
    spv.ReturnValue %0 : vector<2xi1>
  }
}
