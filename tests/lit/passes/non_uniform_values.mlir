// RUN: spv-opt %s --mem2reg --canonicalize | FileCheck %s
// RUN: spv-opt %s --inline | FileCheck --check-prefix=INLINE %s
// A value that stands for one that is NonUniform is copied to be so, unless it is.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, ShaderNonUniform], []> {
  // CHECK-LABEL: spv.func @variable
  // CHECK-NEXT:  %[[N:.*]] = spv.CopyObject %[[A:.*]] {non_uniform} : i32
  // CHECK-NEXT:  spv.IAdd %[[N]], %[[A]] : i32
  spv.func @variable(%a: i32) -> i32 "None" {
    %p = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %p, %a : i32
    %0 = spv.Load "Function" %p {non_uniform} : i32
    %1 = spv.Load "Function" %p {relaxed_precision} : i32
    %2 = spv.IAdd %0, %1 : i32
    spv.ReturnValue %2 : i32
  }
  spv.func @callee(%x: i32 {non_uniform}) -> i32 "None" {
    %0 = spv.IAdd %x, %x : i32
    spv.ReturnValue %0 : i32
  }
  // INLINE-LABEL: spv.func @caller
  // INLINE-NEXT:  %[[X:.*]] = spv.CopyObject %{{.*}} {non_uniform} : i32
  // INLINE-NEXT:  %[[S:.*]] = spv.IAdd %[[X]], %[[X]] : i32
  // INLINE-NEXT:  %[[R:.*]] = spv.CopyObject %[[S]] {non_uniform} : i32
  // INLINE-NEXT:  spv.ReturnValue %[[R]] : i32
  spv.func @caller(%a: i32) -> i32 "None" {
    %0 = spv.FunctionCall @callee(%a) {non_uniform} : (i32) -> i32
    spv.ReturnValue %0 : i32
  }
}
