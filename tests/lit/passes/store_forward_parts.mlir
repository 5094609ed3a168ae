// A store to one part of what a pointer points to leaves what is known of another part.
// RUN: spv-opt %s --store-forward | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @parts
  // CHECK-SAME: %b: f32
  // CHECK-NOT: spv.Load
  // CHECK: spv.ReturnValue %b
  spv.func @parts(%p: !spv.ptr<vector<2xf32>, Function>, %b: f32, %c: f32) -> f32 "None" {
    %0 = spv.Constant 0 : i32
    %1 = spv.Constant 1 : i32
    %first = spv.AccessChain %p[%0] : !spv.ptr<vector<2xf32>, Function>, i32
    spv.Store "Function" %first, %b : f32
    %second = spv.AccessChain %p[%1] : !spv.ptr<vector<2xf32>, Function>, i32
    spv.Store "Function" %second, %c : f32
    %r = spv.Load "Function" %first : f32
    spv.ReturnValue %r : f32
  }
}
