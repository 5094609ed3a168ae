// RUN: spv-opt %s --canonicalize | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @compared
  spv.func @compared(%c: vector<2xi1>) -> vector<2xi1> "None" {
    %a = spv.Constant dense<[1, 5]> : vector<2xsi32>
    %b = spv.Constant dense<[4, 2]> : vector<2xsi32>
    %d = spv.Constant dense<3> : vector<2xsi32>
    %0 = spv.Select %c, %a, %b : vector<2xi1>, vector<2xsi32>
    // CHECK-DAG: %[[A:.*]] = spv.Constant dense<[true, false]>
    // CHECK-DAG: %[[B:.*]] = spv.Constant dense<[false, true]>
    // CHECK: spv.Select %c, %[[A]], %[[B]] : vector<2xi1>, vector<2xi1>
    %1 = spv.SLessThan %0, %d : vector<2xsi32>
    spv.ReturnValue %1 : vector<2xi1>
  }
  // CHECK-LABEL: spv.func @both
  spv.func @both(%c: vector<2xi1>) -> vector<2xi1> "None" {
    %a = spv.Constant dense<[true, false]> : vector<2xi1>
    %b = spv.Constant dense<[false, true]> : vector<2xi1>
    %0 = spv.Select %c, %a, %b : vector<2xi1>, vector<2xi1>
    // CHECK-DAG: %[[Y:.*]] = spv.Constant dense<[true, false]>
    // CHECK-DAG: %[[Z:.*]] = spv.Constant dense<false>
    // CHECK: spv.Select %c, %[[Y]], %[[Z]] : vector<2xi1>, vector<2xi1>
    %1 = spv.LogicalAnd %a, %0 : vector<2xi1>
    spv.ReturnValue %1 : vector<2xi1>
  }
  // Each operation on a choice of constants is another choice, whatever else uses the first.
  // CHECK-LABEL: spv.func @uses
  spv.func @uses(%c: i1, %p: !spv.ptr<f32, Function>) "None" {
    %one = spv.Constant 1.0 : f32
    %zero = spv.Constant 0.0 : f32
    %two = spv.Constant 2.0 : f32
    // CHECK: %[[ONE:.*]] = spv.Constant 1.000000e+00
    // CHECK: %[[MINUS:.*]] = spv.Constant -1.000000e+00
    // CHECK: %[[FIRST:.*]] = spv.Select %c, %one, %zero : i1, f32
    %0 = spv.Select %c, %one, %zero : i1, f32
    // CHECK-NEXT: spv.Store "Function" %p, %[[FIRST]] : f32
    spv.Store "Function" %p, %0 : f32
    // CHECK-NEXT: %[[SECOND:.*]] = spv.Select %c, %[[MINUS]], %[[ONE]] : i1, f32
    %1 = spv.FMul %0, %two : f32
    %2 = spv.FSub %one, %1 : f32
    // CHECK-NEXT: spv.Store "Function" %p, %[[SECOND]] : f32
    spv.Store "Function" %p, %2 : f32
    spv.Return
  }
}
