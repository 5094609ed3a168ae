// Halves in a word: what is packed from constants, and unpacked from them.
// RUN: spv-opt %s --canonicalize | FileCheck %s
// CHECK-LABEL: spv.func @pack
// CHECK-NEXT: %[[PACKED:.*]] = spv.Constant 2080390144 : i32
// CHECK-NEXT: spv.ReturnValue %[[PACKED]]
// CHECK-LABEL: spv.func @overflow
// CHECK-NEXT: %[[INFINITY:.*]] = spv.Constant 2080386662 : i32
// CHECK-NEXT: spv.ReturnValue %[[INFINITY]]
// CHECK-LABEL: spv.func @unpack
// CHECK-NEXT: %[[FLOATS:.*]] = spv.Constant dense<[1.000000e+00, -0.000000e+00]> : vector<2xf32>
// CHECK-NEXT: spv.ReturnValue %[[FLOATS]]
// CHECK-LABEL: spv.func @rounded
// CHECK-NEXT: %[[ROUNDED:.*]] = spv.Constant dense<[0.0999755859, 0x7F800000]> : vector<2xf32>
// CHECK-NEXT: spv.ReturnValue %[[ROUNDED]]
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.func @pack() -> i32 "None" {
    %0 = spv.Constant dense<[1.0, 0x7F800000]> : vector<2xf32>
    %1 = spv.GLSL.PackHalf2x16 %0 : vector<2xf32> -> i32
    spv.ReturnValue %1 : i32
  }
  spv.func @overflow() -> i32 "None" {
    %0 = spv.Constant dense<[0.1, 65520.0]> : vector<2xf32>
    %1 = spv.GLSL.PackHalf2x16 %0 : vector<2xf32> -> i32
    spv.ReturnValue %1 : i32
  }
  spv.func @unpack() -> vector<2xf32> "None" {
    %0 = spv.Constant 0x80003C00 : i32
    %1 = spv.GLSL.UnpackHalf2x16 %0 : i32 -> vector<2xf32>
    spv.ReturnValue %1 : vector<2xf32>
  }
  spv.func @rounded() -> vector<2xf32> "None" {
    %0 = spv.Constant dense<[0.1, 1.0e5]> : vector<2xf32>
    %1 = spv.GLSL.PackHalf2x16 %0 : vector<2xf32> -> i32
    %2 = spv.GLSL.UnpackHalf2x16 %1 : i32 -> vector<2xf32>
    spv.ReturnValue %2 : vector<2xf32>
  }
}
