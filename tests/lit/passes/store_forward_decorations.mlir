// RUN: spv-opt %s --store-forward | FileCheck %s
// A load and the value that is known in its place differ in NonUniform: both stay.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, ShaderNonUniform], []> {
  spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<i32, Input>
  // CHECK-LABEL: spv.func @loads
  // CHECK:       %[[A:.*]] = spv.Load "Input" %{{.*}} : i32
  // CHECK-NEXT:  %[[B:.*]] = spv.Load "Input" %{{.*}} {non_uniform} : i32
  // CHECK-NEXT:  %[[S:.*]] = spv.IAdd %[[A]], %[[B]] : i32
  // CHECK-NEXT:  %[[T:.*]] = spv.IAdd %[[S]], %[[A]] : i32
  // CHECK-NEXT:  spv.IAdd %[[T]], %[[B]] : i32
  spv.func @loads() -> i32 "None" {
    %p = spv.mlir.addressof @in : !spv.ptr<i32, Input>
    %0 = spv.Load "Input" %p {relaxed_precision} : i32
    %1 = spv.Load "Input" %p {non_uniform} : i32
    %2 = spv.IAdd %0, %1 : i32
    %3 = spv.Load "Input" %p : i32
    %4 = spv.IAdd %2, %3 : i32
    %5 = spv.Load "Input" %p {non_uniform} : i32
    %6 = spv.IAdd %4, %5 : i32
    spv.ReturnValue %6 : i32
  }

  // CHECK-LABEL: spv.func @stores
  // CHECK:       %[[N:.*]] = spv.CopyObject %{{.*}} {non_uniform} : i32
  // CHECK:       %[[A:.*]] = spv.Load "Function" %{{.*}} {non_uniform} : i32
  // CHECK:       spv.Store "Function" %{{.*}}, %[[N]] : i32
  // CHECK-NEXT:  %[[B:.*]] = spv.Load "Function" %{{.*}} : i32
  // CHECK-NEXT:  spv.IAdd %[[A]], %[[B]] : i32
  spv.func @stores(%a: i32) -> i32 "None" {
    %p = spv.Variable : !spv.ptr<i32, Function>
    %n = spv.CopyObject %a {non_uniform} : i32
    spv.Store "Function" %p, %a : i32
    %0 = spv.Load "Function" %p {non_uniform} : i32
    spv.Store "Function" %p, %n : i32
    %1 = spv.Load "Function" %p : i32
    %2 = spv.IAdd %0, %1 : i32
    spv.ReturnValue %2 : i32
  }
}
