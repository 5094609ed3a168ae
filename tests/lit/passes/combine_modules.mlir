// RUN: spv-opt %s --split-input-file --test-spirv-module-combiner --verify-diagnostics | FileCheck %s

// Variables and constants are renamed rather than functions, with all references; equal ones become one.

// CHECK: spv.module Logical GLSL450 {
// CHECK-NEXT: spv.SpecConstant @f_1 = 1 : i32
// CHECK-NEXT: spv.GlobalVariable @v_2 bind(0, 1) : !spv.ptr<i32, Input>
// CHECK-NEXT: spv.func @g()
// CHECK: spv.mlir.referenceof @f_1
// CHECK: spv.func @f()
// CHECK: spv.mlir.addressof @v_2 
// CHECK: spv.func @g_3()
// CHECK: spv.FunctionCall @f()
// CHECK-NOT: spv.module
spv.module @a Logical GLSL450 {
  spv.SpecConstant @f = 1 : i32
  spv.GlobalVariable @v bind(0, 1) : !spv.ptr<i32, Input>
  spv.func @g() -> i32 "None" {
    %0 = spv.mlir.referenceof @f : i32
    spv.ReturnValue %0 : i32
  }
}
spv.module @b Logical GLSL450 {
  spv.GlobalVariable @v bind(0, 1) : !spv.ptr<i32, Input>
  spv.func @f() -> i32 "None" {
    %p = spv.mlir.addressof @v : !spv.ptr<i32, Input>
    %0 = spv.Load "Input" %p : i32
    spv.ReturnValue %0 : i32
  }
  spv.func @g() -> i32 "None" {
    %0 = spv.FunctionCall @f() : () -> i32
    spv.ReturnValue %0 : i32
  }
}

// -----

spv.module Logical GLSL450 {
}
// expected-error @+1 {{'spv.module' op input modules differ in addressing model, memory model, and/or VCE triple}}
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
}
