// RUN: spv-opt %s --compact | FileCheck %s
// Does nothing: writing a binary always numbers ids without gaps.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32
    %1 = spv.IAdd %a, %a : i32
    %2 = spv.IMul %0, %1 : i32
    spv.ReturnValue %2 : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%a: i32) -> i32 "None" {
// CHECK-NEXT:       %0 = spv.IAdd %a, %a : i32
// CHECK-NEXT:       %1 = spv.IAdd %a, %a : i32
// CHECK-NEXT:       %2 = spv.IMul %0, %1 : i32
// CHECK-NEXT:       spv.ReturnValue %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
