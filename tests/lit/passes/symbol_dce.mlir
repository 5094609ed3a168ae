// RUN: spv-opt %s --symbol-dce --split-input-file | FileCheck %s
// What neither an entry point nor an exported function leads to goes, and what only that used goes with it.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @used : !spv.ptr<i32, Private>
  spv.GlobalVariable @unused : !spv.ptr<i32, Private>
  spv.SpecConstant @size spec_id(3) = 4 : i32
  spv.func @helper() -> i32 "None" {
    %p = spv.mlir.addressof @used : !spv.ptr<i32, Private>
    %0 = spv.Load "Private" %p : i32
    spv.ReturnValue %0 : i32
  }
  spv.func @dead() -> i32 "None" {
    %p = spv.mlir.addressof @unused : !spv.ptr<i32, Private>
    %0 = spv.FunctionCall @helper() : () -> i32
    spv.Store "Private" %p, %0 : i32
    spv.ReturnValue %0 : i32
  }
  spv.func @main() "None" {
    %0 = spv.FunctionCall @helper() : () -> i32
    spv.Return
  }
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
// CHECK-NEXT:     spv.GlobalVariable @used : !spv.ptr<i32, Private>
// CHECK-NEXT:     spv.func @helper() -> i32 "None" {
// CHECK-NEXT:       %p = spv.mlir.addressof @used : !spv.ptr<i32, Private>
// CHECK-NEXT:       %0 = spv.Load "Private" %p : i32
// CHECK-NEXT:       spv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @main() "None" {
// CHECK-NEXT:       %0 = spv.FunctionCall @helper() : () -> i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.EntryPoint "GLCompute" @main
// CHECK-NEXT:     spv.ExecutionMode @main "LocalSize", 1, 1, 1
// CHECK-NEXT:   }
// CHECK-NEXT: }

// -----

// A constant with BuiltIn WorkgroupSize is the size of the workgroup, though nothing refers to it; so do its parts stay.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.SpecConstant @x spec_id(0) = 8 : i32
  spv.SpecConstant @y = 1 : i32
  spv.SpecConstantComposite @size (@x, @y, @y) {built_in = "WorkgroupSize"} : vector<3xi32>
  spv.GlobalConstant @unused = dense<1> : vector<3xi32>
  spv.func @main() "None" {
    spv.Return
  }
  spv.EntryPoint "GLCompute" @main
}

// CHECK: spv.SpecConstant @x spec_id(0) = 8 : i32
// CHECK-NEXT: spv.SpecConstant @y = 1 : i32
// CHECK-NEXT: spv.SpecConstantComposite @size (@x, @y, @y) {built_in = "WorkgroupSize"} : vector<3xi32>
// CHECK-NEXT: spv.func @main

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalConstant @size = dense<2> : vector<3xi32> {built_in = "WorkgroupSize"}
  spv.func @main() "None" {
    spv.Return
  }
  spv.EntryPoint "GLCompute" @main
}

// CHECK: spv.GlobalConstant @size = dense<2> : vector<3xi32> {built_in = "WorkgroupSize"}
