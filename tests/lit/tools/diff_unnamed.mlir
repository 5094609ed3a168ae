// Unnamed functions are paired by entry point and position, however much they differ.
// RUN: not spv-opt diff %s %S/Inputs/diff_unnamed_second.mlir | FileCheck %s
// RUN: spv-opt %s -o %t.first.spv
// RUN: spv-opt %S/Inputs/diff_unnamed_second.mlir -o %t.second.spv
// RUN: spv-opt spirv-diff %t.first.spv %t.second.spv | FileCheck %s

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.EntryPoint "Fragment" @_$3 name("main")
  spv.ExecutionMode @_$3 "OriginUpperLeft"
  spv.func @_$0(%x: f32) -> f32 "None" {
    %0 = spv.FAdd %x, %x : f32
    spv.ReturnValue %0 : f32
  }
  spv.func @_$1(%x: f32) -> f32 "None" {
    %0 = spv.FMul %x, %x : f32
    spv.ReturnValue %0 : f32
  }
  spv.func @_$2(%x: i32) -> i32 "None" {
    %0 = spv.IAdd %x, %x : i32
    spv.ReturnValue %0 : i32
  }
  spv.func @_$3() "None" {
    %0 = spv.Constant 1.0 : f32
    %1 = spv.Constant 1 : i32
    %2 = spv.FunctionCall @_$0(%0) : (f32) -> f32
    %3 = spv.FunctionCall @_$1(%2) : (f32) -> f32
    %4 = spv.FunctionCall @_$2(%1) : (i32) -> i32
    spv.Return
  }
}

// A function whose structure is equal in both is not shown.
// CHECK-NOT:  spv.FMul

// CHECK:      @@ spv.func @_$0({{.*}}: f32) -> f32 "None"
// CHECK-NEXT: {{^ }}spv.func @_$0
// CHECK:      {{^-.*}}spv.FAdd
// CHECK:      {{^\+.*}}spv.FDiv

// Another type, at the same position.
// CHECK:      @@ spv.func @_$2({{.*}}: i32) -> i32 "None"
// CHECK-NEXT: {{^-}}spv.func @_$2({{.*}}: i32) -> i32 "None"
// CHECK:      {{^\+}}spv.func @_$2({{.*}}: i64) -> i64 "None"

// The entry point 'main', of which nothing is equal.
// CHECK:      @@ spv.func @_$3() "None"
// CHECK-NEXT: {{^ }}spv.func @_$3() "None"
// CHECK:      {{^\+.*}}spv.Kill
// CHECK-NOT:  @@
