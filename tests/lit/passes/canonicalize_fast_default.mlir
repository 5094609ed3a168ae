// RUN: spv-opt %s --canonicalize --contract-fma | FileCheck %s
// RUN: spv-opt %s --pass-pipeline="canonicalize{fast-math},contract-fma{fast-math}" | FileCheck %s
// FPFastMathDefault: what operations without FPFastMathMode permit, by the type of their result. It is stronger than the option.
module {
  // NotNaN, NotInf, NSZ and AllowContract for 32 bits; nothing for 64 bits, which the entry point leaves out.
  // CHECK-LABEL: spv.module @flags
  spv.module @flags Logical GLSL450 requires #spv.vce<v1.6, [Shader, Float64, FloatControls2], [SPV_KHR_float_controls2]> {
    spv.EntryPoint "GLCompute" @main
    spv.ExecutionMode @main "LocalSize", 1, 1, 1
    spv.ExecutionModeId @main "FPFastMathDefault", f32, 65543
    spv.func @main() "None" {
      spv.Return
    }
    // CHECK-LABEL: spv.func @zero
    // CHECK:         spv.ReturnValue %arg0
    spv.func @zero(%arg0: f32) -> f32 "None" {
      %zero = spv.Constant 0.0 : f32
      %0 = spv.FMul %arg0, %zero : f32
      %1 = spv.FAdd %0, %arg0 : f32
      spv.ReturnValue %1 : f32
    }
    // CHECK-LABEL: spv.func @matrix
    // CHECK:         spv.MatrixTimesScalar
    // CHECK-NEXT:    spv.MatrixTimesVector
    spv.func @matrix(%arg0: !spv.matrix<2 x vector<2xf32>>, %arg1: f32, %arg2: vector<2xf32>) -> vector<2xf32> "None" {
      %0 = spv.MatrixTimesScalar %arg0, %arg1 : !spv.matrix<2 x vector<2xf32>>, f32 -> !spv.matrix<2 x vector<2xf32>>
      %1 = spv.MatrixTimesVector %0, %arg2 : !spv.matrix<2 x vector<2xf32>>, vector<2xf32> -> vector<2xf32>
      spv.ReturnValue %1 : vector<2xf32>
    }
    // Not permitted: to multiply by a reciprocal.
    // CHECK-LABEL: spv.func @quotient
    // CHECK:         spv.FDiv
    spv.func @quotient(%arg0: f32) -> f32 "None" {
      %three = spv.Constant 3.0 : f32
      %0 = spv.FDiv %arg0, %three : f32
      spv.ReturnValue %0 : f32
    }
    // CHECK-LABEL: spv.func @contracted
    // CHECK:         spv.GLSL.Fma %arg0, %arg1, %arg2 : f32
    spv.func @contracted(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 "None" {
      %0 = spv.FMul %arg0, %arg1 : f32
      %1 = spv.FAdd %0, %arg2 : f32
      spv.ReturnValue %1 : f32
    }
    // CHECK-LABEL: spv.func @own_flags
    // CHECK:         spv.FMul %arg0, %{{.*}} {fp_fast_math_mode = "None"} : f32
    spv.func @own_flags(%arg0: f32) -> f32 "None" {
      %zero = spv.Constant 0.0 : f32
      %0 = spv.FMul %arg0, %zero {fp_fast_math_mode = "None"} : f32
      spv.ReturnValue %0 : f32
    }
    // CHECK-LABEL: spv.func @double
    // CHECK:         spv.FMul
    // CHECK-NEXT:    spv.FAdd
    spv.func @double(%arg0: f64) -> f64 "None" {
      %zero = spv.Constant 0.0 : f64
      %0 = spv.FMul %arg0, %zero : f64
      %1 = spv.FAdd %0, %arg0 : f64
      spv.ReturnValue %1 : f64
    }
  }

  // NSZ is what both entry points permit.
  // CHECK-LABEL: spv.module @common
  spv.module @common Logical GLSL450 requires #spv.vce<v1.6, [Shader, FloatControls2], [SPV_KHR_float_controls2]> {
    spv.EntryPoint "GLCompute" @a
    spv.EntryPoint "GLCompute" @b
    spv.ExecutionMode @a "LocalSize", 1, 1, 1
    spv.ExecutionMode @b "LocalSize", 1, 1, 1
    spv.ExecutionModeId @a "FPFastMathDefault", f32, 15
    spv.ExecutionModeId @b "FPFastMathDefault", f32, 458756
    spv.func @a() "None" {
      spv.Return
    }
    spv.func @b() "None" {
      spv.Return
    }
    // CHECK-LABEL: spv.func @zeros
    // CHECK:         %[[PRODUCT:.*]] = spv.FMul
    // CHECK-NEXT:    spv.ReturnValue %[[PRODUCT]]
    spv.func @zeros(%arg0: f32) -> f32 "None" {
      %zero = spv.Constant 0.0 : f32
      %0 = spv.FMul %arg0, %zero : f32
      %1 = spv.FAdd %0, %zero : f32
      spv.ReturnValue %1 : f32
    }
    // CHECK-LABEL: spv.func @both
    // CHECK:         spv.FMul
    // CHECK-NEXT:    spv.FAdd
    spv.func @both(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 "None" {
      %0 = spv.FMul %arg0, %arg1 : f32
      %1 = spv.FAdd %0, %arg2 : f32
      spv.ReturnValue %1 : f32
    }
  }

  // An entry point without a default: what its client permits is not known.
  // CHECK-LABEL: spv.module @one_without
  spv.module @one_without Logical GLSL450 requires #spv.vce<v1.6, [Shader, FloatControls2], [SPV_KHR_float_controls2]> {
    spv.EntryPoint "GLCompute" @a
    spv.EntryPoint "GLCompute" @b
    spv.ExecutionMode @a "LocalSize", 1, 1, 1
    spv.ExecutionMode @b "LocalSize", 1, 1, 1
    spv.ExecutionModeId @a "FPFastMathDefault", f32, 458767
    spv.func @a() "None" {
      spv.Return
    }
    spv.func @b() "None" {
      spv.Return
    }
    // CHECK-LABEL: spv.func @zero
    // CHECK:         spv.FMul
    spv.func @zero(%arg0: f32) -> f32 "None" {
      %zero = spv.Constant 0.0 : f32
      %0 = spv.FMul %arg0, %zero : f32
      spv.ReturnValue %0 : f32
    }
  }

  // A function that other modules call, with whatever default.
  // CHECK-LABEL: spv.module @exported
  spv.module @exported Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, FloatControls2], [SPV_KHR_float_controls2]> {
    spv.EntryPoint "GLCompute" @main
    spv.ExecutionMode @main "LocalSize", 1, 1, 1
    spv.ExecutionModeId @main "FPFastMathDefault", f32, 458767
    spv.func @main() "None" {
      spv.Return
    }
    // CHECK-LABEL: spv.func @zero
    // CHECK:         spv.FMul
    spv.func @zero(%arg0: f32) -> f32 "None" attributes {linkage_attributes = ["zero", "Export"]} {
      %zero = spv.Constant 0.0 : f32
      %0 = spv.FMul %arg0, %zero : f32
      spv.ReturnValue %0 : f32
    }
  }
}
