// RUN: spv-opt %s --contract-fma | FileCheck %s
// RUN: spv-opt %s --contract-fma="fast-math" | FileCheck %s --check-prefix=FAST
// RUN: spv-opt %s --pass-pipeline="O{fast-math}" | FileCheck %s --check-prefix=FAST
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, Linkage, FloatControls2], [SPV_KHR_float_controls2]> {
  // CHECK-LABEL: spv.func @plain
  // CHECK:         spv.FMul
  // CHECK-NEXT:    spv.FAdd
  // FAST-LABEL:  spv.func @plain
  // FAST:          %[[R:.*]] = spv.GLSL.Fma %arg0, %arg1, %arg2 : f32
  // FAST-NEXT:     spv.ReturnValue %[[R]] : f32
  spv.func @plain(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 "None" attributes {linkage_attributes = ["plain", "Export"]} {
    %0 = spv.FMul %arg0, %arg1 : f32
    %1 = spv.FAdd %arg2, %0 : f32
    spv.ReturnValue %1 : f32
  }

  // CHECK-LABEL: spv.func @flags
  // CHECK:         %[[R:.*]] = spv.GLSL.Fma %arg0, %arg1, %arg2 {fp_fast_math_mode = "AllowContract"} : f32
  // CHECK-NEXT:    spv.ReturnValue %[[R]] : f32
  spv.func @flags(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 "None" attributes {linkage_attributes = ["flags", "Export"]} {
    %0 = spv.FMul %arg0, %arg1 {fp_fast_math_mode = "AllowContract"} : f32
    %1 = spv.FAdd %0, %arg2 {fp_fast_math_mode = "AllowContract"} : f32
    spv.ReturnValue %1 : f32
  }

  // FAST-LABEL:  spv.func @difference
  // FAST:          %[[N:.*]] = spv.FNegate %arg0 : f32
  // FAST-NEXT:     %[[R:.*]] = spv.GLSL.Fma %[[N]], %arg1, %arg2 : f32
  // FAST-NEXT:     spv.ReturnValue %[[R]] : f32
  spv.func @difference(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 "None" attributes {linkage_attributes = ["difference", "Export"]} {
    %0 = spv.FMul %arg0, %arg1 : f32
    %1 = spv.FSub %arg2, %0 : f32
    spv.ReturnValue %1 : f32
  }

  // The product has another use, or is precise.
  // FAST-LABEL:  spv.func @kept
  // FAST-NOT:      Fma
  // FAST:          spv.ReturnValue
  spv.func @kept(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 "None" attributes {linkage_attributes = ["kept", "Export"]} {
    %0 = spv.FMul %arg0, %arg1 : f32
    %1 = spv.FAdd %0, %arg2 : f32
    %2 = spv.FMul %1, %arg0 {no_contraction} : f32
    %3 = spv.FAdd %2, %0 : f32
    spv.ReturnValue %3 : f32
  }
}
