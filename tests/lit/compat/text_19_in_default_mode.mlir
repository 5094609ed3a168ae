// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 | spv-opt - | FileCheck %s
// RUN: not spv-opt %s --mlir-compat=14 --emit=none 2>&1 | FileCheck %s --check-prefix=STRICT

// Formats of LLVM 19 that differ from the default ones are read in the default mode, too.

// STRICT: error

spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage], []> {
  // CHECK: spv.func @f
  spirv.func @f(%a: f32, %v: vector<4xf32>, %m: !spirv.matrix<2 x vector<2xf32>>) "None" {
    // CHECK: spv.CompositeConstruct %{{.*}}, %{{.*}} : vector<2xf32>
    %0 = spirv.CompositeConstruct %a, %a : (f32, f32) -> vector<2xf32>
    // CHECK: spv.VectorTimesScalar %{{.*}}, %{{.*}} : vector<4xf32>, f32 -> vector<4xf32>
    %1 = spirv.VectorTimesScalar %v, %a : (vector<4xf32>, f32) -> vector<4xf32>
    // CHECK: spv.MatrixTimesScalar
    %2 = spirv.MatrixTimesScalar %m, %a : !spirv.matrix<2 x vector<2xf32>>, f32
    // CHECK: spv.VectorShuffle {relaxed_precision} [0 : i32, 5 : i32]
    %3 = spirv.VectorShuffle {relaxed_precision} [0 : i32, 5 : i32] %v, %v : vector<4xf32>, vector<4xf32> -> vector<2xf32>
    // CHECK: spv.GLSL.Cos %{{.*}} {relaxed_precision} : f32
    %4 = spirv.GL.Cos %a : f32 {relaxed_precision}
    // CHECK: spv.FOrdEqual %{{.*}}, %{{.*}} {relaxed_precision} : f32
    %5 = spirv.FOrdEqual %a, %a : f32 {relaxed_precision}
    // Values that are defined after their uses have no type yet.
    spirv.Branch ^bb2
  ^bb1:
    // CHECK: spv.CompositeConstruct %{{.*}}, %{{.*}} : vector<2xf32>
    %6 = spirv.CompositeConstruct %8, %8 : (f32, f32) -> vector<2xf32>
    // CHECK: spv.VectorTimesScalar %{{.*}}, %{{.*}} : vector<4xf32>, f32 -> vector<4xf32>
    %7 = spirv.VectorTimesScalar %v, %8 : (vector<4xf32>, f32) -> vector<4xf32>
    spirv.Return
  ^bb2:
    // CHECK: spv.FAdd
    %8 = spirv.FAdd %a, %a : f32
    spirv.Branch ^bb1
  }
}
