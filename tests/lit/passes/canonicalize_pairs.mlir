// RUN: spv-opt %s --canonicalize | FileCheck %s
// Two operations with a constant each.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @masks
  spv.func @masks(%x: i32, %out: !spv.ptr<i32, Function>) "None" {
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %c4 = spv.Constant 4 : i32
    %c6 = spv.Constant 6 : i32
    %c15 = spv.Constant 15 : i32
    // CHECK: %[[A:.*]] = spv.BitwiseAnd %x, %c1 : i32
    // CHECK-NEXT: spv.Store "Function" %out, %[[A]]
    %or = spv.BitwiseOr %x, %c2 : i32
    %a = spv.BitwiseAnd %or, %c1 : i32
    spv.Store "Function" %out, %a : i32
    // All bits of the mask are set.
    // CHECK-NEXT: spv.Store "Function" %out, %cst2_i32
    %set = spv.BitwiseOr %x, %c6 : i32
    %b = spv.BitwiseAnd %set, %c2 : i32
    spv.Store "Function" %out, %b : i32
    // Some are.
    // CHECK-NEXT: %[[OR:.*]] = spv.BitwiseOr %x, %c4
    // CHECK-NEXT: %[[C:.*]] = spv.BitwiseAnd %[[OR]], %c6
    // CHECK-NEXT: spv.Store "Function" %out, %[[C]]
    %some = spv.BitwiseOr %x, %c4 : i32
    %c = spv.BitwiseAnd %some, %c6 : i32
    spv.Store "Function" %out, %c : i32
    // What is added at a higher place does not come down, at the same one it does.
    // CHECK-NEXT: %[[D:.*]] = spv.BitwiseAnd %x, %c2
    // CHECK-NEXT: spv.Store "Function" %out, %[[D]]
    // CHECK-NEXT: %[[SUM:.*]] = spv.IAdd %x, %c6
    // CHECK-NEXT: %[[E:.*]] = spv.BitwiseAnd %[[SUM]], %c2
    // CHECK-NEXT: spv.Store "Function" %out, %[[E]]
    %sum = spv.IAdd %x, %c4 : i32
    %d = spv.BitwiseAnd %sum, %c2 : i32
    spv.Store "Function" %out, %d : i32
    %carry = spv.IAdd %x, %c6 : i32
    %e = spv.BitwiseAnd %carry, %c2 : i32
    spv.Store "Function" %out, %e : i32
    // CHECK-NEXT: spv.Store "Function" %out, %{{.*}}0_i32
    %shift = spv.ShiftLeftLogical %x, %c4 : i32, i32
    %f = spv.BitwiseAnd %shift, %c15 : i32
    spv.Store "Function" %out, %f : i32
    spv.Return
  }
  // CHECK-LABEL: spv.func @choices
  spv.func @choices(%c: i1, %b: !spv.ptr<i1, Function>, %out: !spv.ptr<i32, Function>) "None" {
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %c5 = spv.Constant 5 : i32
    %s = spv.Select %c, %c5, %c1 : i1, i32
    // CHECK: spv.Store "Function" %b, %c : i1
    %greater = spv.SGreaterThan %s, %c2 : i32
    spv.Store "Function" %b, %greater : i1
    // CHECK-NEXT: %[[NOT:.*]] = spv.LogicalNot %c
    // CHECK-NEXT: spv.Store "Function" %b, %[[NOT]]
    %less = spv.SGreaterThan %c2, %s : i32
    spv.Store "Function" %b, %less : i1
    // CHECK-NEXT: spv.Store "Function" %b, %true
    %differs = spv.INotEqual %s, %c2 : i32
    spv.Store "Function" %b, %differs : i1
    // CHECK-NEXT: %[[S:.*]] = spv.Select %c, %{{.*}}7_i32, %{{.*}}3_i32
    // CHECK-NEXT: spv.Store "Function" %out, %[[S]]
    %t = spv.Select %c, %c5, %c1 : i1, i32
    %sum = spv.IAdd %t, %c2 : i32
    spv.Store "Function" %out, %sum : i32
    spv.Return
  }
  // CHECK-LABEL: spv.func @signs
  spv.func @signs(%x: si32, %f: f32, %out: !spv.ptr<si32, Function>, %o: !spv.ptr<f32, Function>) "None" {
    %c1 = spv.Constant 1 : si32
    %c3 = spv.Constant 3 : si32
    %f3 = spv.Constant 3.0 : f32
    // CHECK: %[[A:.*]] = spv.ISub %{{.*}}-3_si32, %x
    // CHECK-NEXT: spv.Store "Function" %out, %[[A]]
    %sum = spv.IAdd %x, %c3 : si32
    %a = spv.SNegate %sum : si32
    spv.Store "Function" %out, %a : si32
    // CHECK-NEXT: %[[B:.*]] = spv.SDiv %x, %{{.*}}-3_si32
    // CHECK-NEXT: spv.Store "Function" %out, %[[B]]
    %quotient = spv.SDiv %x, %c3 : si32
    %b = spv.SNegate %quotient : si32
    spv.Store "Function" %out, %b : si32
    // CHECK-NEXT: %[[C:.*]] = spv.FMul %f, %{{.*}} : f32
    // CHECK-NEXT: spv.Store "Function" %o, %[[C]]
    %product = spv.FMul %f, %f3 : f32
    %c = spv.FNegate %product : f32
    spv.Store "Function" %o, %c : f32
    // A sum of floats may be a zero of the other sign.
    // CHECK-NEXT: %[[S:.*]] = spv.FAdd %f, %f3
    // CHECK-NEXT: %[[D:.*]] = spv.FNegate %[[S]]
    // CHECK-NEXT: spv.Store "Function" %o, %[[D]]
    %fsum = spv.FAdd %f, %f3 : f32
    %d = spv.FNegate %fsum : f32
    spv.Store "Function" %o, %d : f32
    // CHECK-NEXT: spv.Store "Function" %out, %cst1_si32
    %one = spv.SDiv %x, %x : si32
    spv.Store "Function" %out, %one : si32
    spv.Return
  }
  // CHECK-LABEL: spv.func @together
  spv.func @together(%x: i32, %y: i32) -> i32 "None" {
    %c3 = spv.Constant 3 : i32
    %c5 = spv.Constant 5 : i32
    // CHECK: %[[P:.*]] = spv.IMul %x, %y : i32
    // CHECK-NEXT: %[[Q:.*]] = spv.IMul %[[P]], %{{.*}}15_i32 : i32
    // CHECK-NEXT: spv.ReturnValue %[[Q]]
    %a = spv.IMul %x, %c3 : i32
    %b = spv.IMul %y, %c5 : i32
    %r = spv.IMul %a, %b : i32
    spv.ReturnValue %r : i32
  }
  // CHECK-LABEL: spv.func @lanes
  spv.func @lanes(%x: vector<2xi32>, %y: vector<2xi32>) -> vector<2xi32> "None" {
    %c = spv.Constant dense<[true, false]> : vector<2xi1>
    // CHECK: spv.VectorShuffle [0 : i32, 3 : i32] %x
    %r = spv.Select %c, %x, %y : vector<2xi1>, vector<2xi32>
    spv.ReturnValue %r : vector<2xi32>
  }
  // CHECK-LABEL: spv.func @covered
  spv.func @covered(%x: i8) -> i32 "None" {
    // CHECK: %[[X:.*]] = spv.UConvert %x
    // CHECK-NEXT: spv.ReturnValue %[[X]]
    %wide = spv.UConvert %x : i8 to i32
    %mask = spv.Constant 0x12345ff : i32
    %r = spv.BitwiseAnd %wide, %mask : i32
    spv.ReturnValue %r : i32
  }
}
