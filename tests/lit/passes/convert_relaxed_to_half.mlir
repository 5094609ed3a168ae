// RUN: spv-opt %s --convert-relaxed-to-half | FileCheck %s
// RUN: spv-opt %s --convert-relaxed-to-half --canonicalize --dce | FileCheck %s --check-prefix=CLEAN

// CHECK: spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage, Float16], []>
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @chain
  // CHECK: %[[A:.*]] = spv.FConvert %a : vector<2xf32> to vector<2xf16>
  // CHECK: %[[B:.*]] = spv.FConvert %b : vector<2xf32> to vector<2xf16>
  // CHECK: %[[P:.*]] = spv.FMul %[[A]], %[[B]] : vector<2xf16>
  // CHECK: %x = spv.FConvert %[[P]] : vector<2xf16> to vector<2xf32>
  // CHECK-NOT: relaxed_precision
  // CLEAN-LABEL: spv.func @chain
  // CLEAN: spv.FMul %{{.*}} : vector<2xf16>
  // CLEAN-NEXT: spv.GLSL.FAbs %{{.*}} : vector<2xf16>
  // CLEAN-NEXT: spv.FConvert
  // CLEAN-NEXT: spv.FAdd %{{.*}}, %b : vector<2xf32>
  spv.func @chain(%a: vector<2xf32>, %b: vector<2xf32>) -> vector<2xf32> "None" {
    %x = spv.FMul %a, %b {relaxed_precision} : vector<2xf32>
    %y = spv.GLSL.FAbs %x {relaxed_precision} : vector<2xf32>
    %z = spv.FAdd %y, %b : vector<2xf32>
    spv.ReturnValue %z : vector<2xf32>
  }
}
