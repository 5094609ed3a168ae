// RUN: spv-opt %s --private-to-local | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @one : !spv.ptr<!spv.array<4 x i32>, Private>
  spv.GlobalVariable @two : !spv.ptr<i32, Private>
  spv.EntryPoint "GLCompute" @main, @one, @two
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  spv.func @g() "None" {
    %p = spv.mlir.addressof @two : !spv.ptr<i32, Private>
    %c1 = spv.Constant 1 : i32
    spv.Store "Private" %p, %c1 : i32
    spv.Return
  }
  spv.func @main() "None" {
    %p = spv.mlir.addressof @one : !spv.ptr<!spv.array<4 x i32>, Private>
    %t = spv.mlir.addressof @two : !spv.ptr<i32, Private>
    %c1 = spv.Constant 1 : i32
    %q = spv.AccessChain %p[%c1] : !spv.ptr<!spv.array<4 x i32>, Private>, i32
    %x = spv.Load "Private" %t : i32
    spv.Store "Private" %q, %x : i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalVariable @two : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.EntryPoint "GLCompute" @main, @two
// CHECK-NEXT:     spv.ExecutionMode @main "LocalSize", 1, 1, 1
// CHECK-NEXT:     spv.func @g() "None" {
// CHECK-NEXT:       %p = spv.mlir.addressof @two : !spv.ptr<i32, Private>
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       spv.Store "Private" %p, %c1 : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @main() "None" {
// CHECK-NEXT:       %t = spv.mlir.addressof @two : !spv.ptr<i32, Private>
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %one = spv.Variable : !spv.ptr<!spv.array<4 x i32>, Function>
// CHECK-NEXT:       %q = spv.AccessChain %one[%c1] : !spv.ptr<!spv.array<4 x i32>, Function>, i32
// CHECK-NEXT:       %x = spv.Load "Private" %t : i32
// CHECK-NEXT:       spv.Store "Function" %q, %x : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
