// RUN: spv-opt %s --mem2reg | FileCheck %s
// Volatile accesses, accesses to parts, addresses that are passed on; and a variable that is never stored to.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @g(%p: !spv.ptr<i32, Function>) "None" {
    spv.Return
  }
  spv.func @f(%a: i32, %b: vector<2xi32>) -> i32 "None" {
    %c1 = spv.Constant 1 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    %w = spv.Variable : !spv.ptr<vector<2xi32>, Function>
    %u = spv.Variable : !spv.ptr<i32, Function>
    %never = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %a ["Volatile"] : i32
    spv.Store "Function" %w, %b : vector<2xi32>
    %p = spv.AccessChain %w[%c1] : !spv.ptr<vector<2xi32>, Function>, i32
    %x = spv.Load "Function" %p : i32
    spv.FunctionCall @g(%u) : (!spv.ptr<i32, Function>) -> ()
    %y = spv.Load "Function" %never : i32
    %z = spv.IAdd %x, %y : i32
    spv.ReturnValue %z : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @g(%p: !spv.ptr<i32, Function>) "None" {
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @f(%a: i32, %b: vector<2xi32>) -> i32 "None" {
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<i32, Function>
// CHECK-NEXT:       %w = spv.Variable : !spv.ptr<vector<2xi32>, Function>
// CHECK-NEXT:       %u = spv.Variable : !spv.ptr<i32, Function>
// CHECK-NEXT:       %0 = spv.Undef {module_scope = 0 : i32} : i32
// CHECK-NEXT:       spv.Store "Function" %v, %a ["Volatile"] : i32
// CHECK-NEXT:       spv.Store "Function" %w, %b : vector<2xi32>
// CHECK-NEXT:       %p = spv.AccessChain %w[%c1] : !spv.ptr<vector<2xi32>, Function>, i32
// CHECK-NEXT:       %x = spv.Load "Function" %p : i32
// CHECK-NEXT:       spv.FunctionCall @g(%u) : (!spv.ptr<i32, Function>) -> ()
// CHECK-NEXT:       %z = spv.IAdd %x, %0 : i32
// CHECK-NEXT:       spv.ReturnValue %z : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
