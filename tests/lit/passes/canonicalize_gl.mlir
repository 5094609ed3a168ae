// RUN: spv-opt %s --spirv-canonicalize-gl --split-input-file | FileCheck %s
// RUN: spv-opt %s -test-spirv-glsl-canonicalization -split-input-file | FileCheck %s

// Vectors, and a selection that is used elsewhere.
func @vectors(%x: vector<2xi32>) -> vector<2xi32> {
  %min = spv.Constant dense<[1, 2]> : vector<2xi32>
  %max = spv.Constant dense<[1, 9]> : vector<2xi32>
  %0 = spv.ULessThan %min, %x : vector<2xi32>
  %1 = spv.Select %0, %x, %min : vector<2xi1>, vector<2xi32>
  %2 = spv.ULessThan %1, %max : vector<2xi32>
  %3 = spv.Select %2, %1, %max : vector<2xi1>, vector<2xi32>
  %4 = spv.IAdd %1, %3 : vector<2xi32>
  spv.ReturnValue %4 : vector<2xi32>
}
// CHECK-LABEL: @vectors
// CHECK: %[[MIN:.*]] = spv.Constant dense<[1, 2]>
// CHECK: %[[MAX:.*]] = spv.Constant dense<[1, 9]>
// CHECK-NEXT: spv.ULessThan
// CHECK-NEXT: %[[MID:.*]] = spv.Select
// CHECK-NEXT: %[[CLAMP:.*]] = spv.GLSL.UClamp %x, %[[MIN]], %[[MAX]] : vector<2xi32>
// CHECK-NEXT: spv.IAdd %[[MID]], %[[CLAMP]]

// -----

// Bounds that are not in order, that are not known, and that are compared in another way.
func @kept(%x: si32, %y: si32) -> si32 {
  %min = spv.Constant 10 : si32
  %max = spv.Constant -10 : si32
  %0 = spv.SLessThan %min, %x : si32
  %1 = spv.Select %0, %x, %min : i1, si32
  %2 = spv.SLessThan %1, %max : si32
  %3 = spv.Select %2, %1, %max : i1, si32
  %4 = spv.SLessThan %3, %y : si32
  %5 = spv.Select %4, %3, %y : i1, si32
  %6 = spv.SLessThan %max, %5 : si32
  %7 = spv.Select %6, %5, %max : i1, si32
  %8 = spv.SLessThanEqual %7, %min : si32
  %9 = spv.Select %8, %7, %min : i1, si32
  spv.ReturnValue %9 : si32
}
// CHECK-LABEL: @kept
// CHECK-NOT: Clamp
// CHECK: spv.ReturnValue

// -----

// Where NaNs are to be kept.
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, SignedZeroInfNanPreserve], []> {
  spv.func @f() "None" {
    %x = spv.Undef : f32
    %h = spv.Undef : si32
    %min = spv.Constant 0.5 : f32
    %max = spv.Constant 1.0 : f32
    %low = spv.Constant 0 : si32
    %0 = spv.FOrdLessThan %min, %x : f32
    %1 = spv.Select %0, %x, %min : i1, f32
    %2 = spv.FOrdLessThan %1, %max : f32
    %3 = spv.Select %2, %1, %max : i1, f32
    %4 = spv.SLessThan %low, %h : si32
    %5 = spv.Select %4, %h, %low : i1, si32
    %6 = spv.SLessThan %5, %low : si32
    %7 = spv.Select %6, %5, %low : i1, si32
    spv.Return
  }
  spv.EntryPoint "GLCompute" @f
  spv.ExecutionMode @f "LocalSize", 1, 1, 1
  spv.ExecutionMode @f "SignedZeroInfNanPreserve", 32
}
// CHECK-LABEL: spv.func @f
// CHECK-NOT: FClamp
// CHECK: spv.GLSL.SClamp

// -----

// OpenCL has no instructions of GLSL.
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage], []> {
  spv.func @k(%x: i32) -> i32 "None" {
    %min = spv.Constant 1 : i32
    %max = spv.Constant 2 : i32
    %0 = spv.ULessThan %min, %x : i32
    %1 = spv.Select %0, %x, %min : i1, i32
    %2 = spv.ULessThan %1, %max : i32
    %3 = spv.Select %2, %1, %max : i1, i32
    spv.ReturnValue %3 : i32
  }
}
// CHECK-LABEL: spv.func @k
// CHECK-NOT: Clamp
// CHECK: spv.ReturnValue
