// RUN: spv-opt %s --inline | FileCheck %s
// A constant of the caller that stands behind the call is moved before what is inlined.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @a : !spv.ptr<i32, Private>
  spv.func @set() "None" {
    %0 = spv.Constant 3 : i32
    %1 = spv.mlir.addressof @a : !spv.ptr<i32, Private>
    spv.Store "Private" %1, %0 : i32
    spv.Return
  }
  // CHECK-LABEL: spv.func @f
  // CHECK-DAG:   %[[C:.*]] = spv.Constant 3 : i32
  // CHECK-DAG:   %[[A:.*]] = spv.mlir.addressof @a
  // CHECK-NEXT:  spv.Store "Private" %[[A]], %[[C]] : i32
  // CHECK-NEXT:  spv.Load "Private" %[[A]] : i32
  spv.func @f() -> i32 "None" {
    spv.FunctionCall @set() : () -> ()
    %0 = spv.mlir.addressof @a : !spv.ptr<i32, Private>
    %1 = spv.Load "Private" %0 : i32
    %2 = spv.Constant 3 : i32
    %3 = spv.IAdd %1, %2 : i32
    spv.ReturnValue %3 : i32
  }
}
