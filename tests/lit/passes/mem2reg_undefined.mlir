// RUN: spv-opt %s --mem2reg | FileCheck %s
// An undefined value goes behind the variables that stay, wherever others stand.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @callee(%p: !spv.ptr<f32, Function>) "None" {
    spv.Return
  }
  spv.func @f() -> i32 "None" {
    %u = spv.Undef {module_scope = 0 : i32} : f32
    %a = spv.Variable : !spv.ptr<i32, Function>
    %b = spv.Variable : !spv.ptr<f32, Function>
    spv.Store "Function" %b, %u : f32
    spv.FunctionCall @callee(%b) : (!spv.ptr<f32, Function>) -> ()
    %x = spv.Load "Function" %a : i32
    spv.ReturnValue %x : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @callee(%p: !spv.ptr<f32, Function>) "None" {
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @f() -> i32 "None" {
// CHECK-NEXT:       %u = spv.Undef {module_scope = 0 : i32} : f32
// CHECK-NEXT:       %b = spv.Variable : !spv.ptr<f32, Function>
// CHECK-NEXT:       %0 = spv.Undef {module_scope = 0 : i32} : i32
// CHECK-NEXT:       spv.Store "Function" %b, %u : f32
// CHECK-NEXT:       spv.FunctionCall @callee(%b) : (!spv.ptr<f32, Function>) -> ()
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
