// RUN: spv-opt %s --fix-func-call-param | FileCheck %s

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  // CHECK: %[[COPY:.*]] = spv.Variable : !spv.ptr<f32, Function>
  spv.func @f(%i: i32) "None" {
    %v = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    // CHECK: %p = spv.AccessChain
    %p = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    // CHECK-NEXT: %[[IN:.*]] = spv.Load "Function" %p : f32
    // CHECK-NEXT: spv.Store "Function" %[[COPY]], %[[IN]] : f32
    // CHECK-NEXT: spv.FunctionCall @g(%[[COPY]])
    // CHECK-NEXT: %[[OUT:.*]] = spv.Load "Function" %[[COPY]] : f32
    // CHECK-NEXT: spv.Store "Function" %p, %[[OUT]] : f32
    spv.FunctionCall @g(%p) : (!spv.ptr<f32, Function>) -> ()
    spv.Return
  }
  spv.func @g(%p: !spv.ptr<f32, Function>) "None" {
    spv.Return
  }
}
