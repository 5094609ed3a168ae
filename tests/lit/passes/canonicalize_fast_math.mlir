// RUN: spv-opt %s --canonicalize="fast-math" | FileCheck %s
// RUN: spv-opt %s --canonicalize | FileCheck %s --check-prefix=EXACT
// RUN: spv-opt %s --canonicalize --fast-math | FileCheck %s
// Rules that are not exact: for all operations that nothing makes precise, or for those with flags alone.
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, Linkage, Matrix, FloatControls2], [SPV_KHR_float_controls2]> {
  // CHECK-LABEL: spv.func @zeros
  // CHECK:         %[[NEG:.*]] = spv.FNegate %arg0 : f32
  // CHECK-NEXT:    spv.ReturnValue %[[NEG]] : f32
  // EXACT-LABEL: spv.func @zeros
  // EXACT:         spv.FSub
  // EXACT:         spv.FMul
  // EXACT:         spv.FAdd
  spv.func @zeros(%arg0: f32) -> f32 "None" {
    %zero = spv.Constant 0.0 : f32
    %0 = spv.FSub %zero, %arg0 : f32
    %1 = spv.FMul %arg0, %zero : f32
    %2 = spv.FAdd %0, %1 : f32
    spv.ReturnValue %2 : f32
  }

  // CHECK-LABEL: spv.func @precise
  // CHECK:         spv.FMul
  // CHECK-NEXT:    spv.FAdd
  spv.func @precise(%arg0: f32) -> f32 "None" {
    %zero = spv.Constant 0.0 : f32
    %0 = spv.FMul %arg0, %zero {no_contraction} : f32
    %1 = spv.FAdd %0, %zero {fp_fast_math_mode = "None"} : f32
    spv.ReturnValue %1 : f32
  }

  // What the operation permits, and no more.
  // EXACT-LABEL: spv.func @flags
  // EXACT:         %[[PRODUCT:.*]] = spv.FMul %arg0, %{{.*}} {fp_fast_math_mode = "NSZ"} : f32
  // EXACT-NEXT:    %[[SUM:.*]] = spv.FSub %[[PRODUCT]], %arg0 : f32
  // EXACT-NEXT:    spv.ReturnValue %[[SUM]] : f32
  spv.func @flags(%arg0: f32) -> f32 "None" {
    %zero = spv.Constant 0.0 : f32
    %0 = spv.FMul %arg0, %zero {fp_fast_math_mode = "NSZ"} : f32
    %1 = spv.FAdd %0, %zero {fp_fast_math_mode = "NSZ"} : f32
    %2 = spv.FSub %1, %arg0 : f32
    spv.ReturnValue %2 : f32
  }

  // CHECK-LABEL: spv.func @sums
  // CHECK:         %[[SUM:.*]] = spv.FSub %{{.*}}, %arg0 : f32
  // CHECK-NEXT:    spv.ReturnValue %[[SUM]] : f32
  spv.func @sums(%arg0: f32) -> f32 "None" {
    %c1 = spv.Constant 1.0 : f32
    %c3 = spv.Constant 3.0 : f32
    %0 = spv.FSub %c1, %arg0 : f32
    %1 = spv.FAdd %0, %c3 : f32
    spv.ReturnValue %1 : f32
  }

  // CHECK-LABEL: spv.func @vectors
  // CHECK:         %[[SCALE:.*]] = spv.FMul %arg1, %arg2 : f32
  // CHECK-NEXT:    %[[V:.*]] = spv.VectorTimesScalar %arg0, %[[SCALE]]
  // CHECK-NEXT:    spv.ReturnValue %[[V]]
  spv.func @vectors(%arg0: vector<3xf32>, %arg1: f32, %arg2: f32) -> vector<3xf32> "None" {
    %0 = spv.VectorTimesScalar %arg0, %arg1 : vector<3xf32>, f32 -> vector<3xf32>
    %1 = spv.VectorTimesScalar %0, %arg2 : vector<3xf32>, f32 -> vector<3xf32>
    spv.ReturnValue %1 : vector<3xf32>
  }

  // CHECK-LABEL: spv.func @matrices
  // CHECK-NOT:     spv.MatrixTimesMatrix
  // CHECK:         %[[V:.*]] = spv.MatrixTimesVector %arg1, %arg2
  // CHECK-NEXT:    %[[R:.*]] = spv.MatrixTimesVector %arg0, %[[V]]
  // CHECK-NEXT:    spv.ReturnValue %[[R]]
  spv.func @matrices(%arg0: !spv.matrix<4 x vector<4xf32>>, %arg1: !spv.matrix<4 x vector<4xf32>>, %arg2: vector<4xf32>) -> vector<4xf32> "None" {
    %0 = spv.MatrixTimesMatrix %arg0, %arg1 : !spv.matrix<4 x vector<4xf32>>, !spv.matrix<4 x vector<4xf32>> -> !spv.matrix<4 x vector<4xf32>>
    %1 = spv.MatrixTimesVector %0, %arg2 : !spv.matrix<4 x vector<4xf32>>, vector<4xf32> -> vector<4xf32>
    spv.ReturnValue %1 : vector<4xf32>
  }

  // CHECK-LABEL: spv.func @power
  // CHECK:         %[[SQUARE:.*]] = spv.FMul %arg0, %arg0 : f32
  // CHECK-NEXT:    %[[CUBE:.*]] = spv.FMul %arg0, %[[SQUARE]] : f32
  // CHECK-NEXT:    spv.ReturnValue %[[CUBE]] : f32
  spv.func @power(%arg0: f32) -> f32 "None" {
    %c3 = spv.Constant 3.0 : f32
    %0 = spv.GLSL.Pow %arg0, %c3 : f32
    spv.ReturnValue %0 : f32
  }
}
