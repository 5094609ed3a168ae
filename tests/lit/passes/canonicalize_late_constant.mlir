// RUN: spv-opt %s --canonicalize | FileCheck %s
// A constant behind an operation that goes comes to stand first by itself.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  // CHECK-NEXT: %[[C:.*]] = spv.Constant 0 : i32
  // CHECK-NEXT: spv.Store "Function" %p, %[[C]]
  // CHECK-NEXT: spv.ReturnValue %[[C]]
  spv.func @f(%a: i32, %b: i32, %p: !spv.ptr<i32, Function>) -> i32 "None" {
    %0 = spv.IAdd %a, %b : i32
    %1 = spv.Constant 0 : i32
    %2 = spv.SNegate %0 : i32
    spv.Store "Function" %p, %1 : i32
    %3 = spv.ISub %a, %a : i32
    spv.ReturnValue %3 : i32
  }
}
