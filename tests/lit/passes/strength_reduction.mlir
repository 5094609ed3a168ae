// RUN: spv-opt %s --strength-reduction | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%a: i32, %v: vector<2xi32>) -> i32 "None" {
    %c8 = spv.Constant 8 : i32
    %c7 = spv.Constant 7 : i32
    %cv = spv.Constant dense<4> : vector<2xi32>
    %0 = spv.IMul %c8, %a : i32
    %1 = spv.UDiv %0, %c8 : i32
    %2 = spv.UMod %1, %c8 : i32
    %3 = spv.IMul %2, %c7 : i32
    %4 = spv.SDiv %3, %c8 : i32
    %5 = spv.UDiv %v, %cv : vector<2xi32>
    %6 = spv.CompositeExtract %5[0 : i32] : vector<2xi32>
    %7 = spv.IAdd %4, %6 : i32
    spv.ReturnValue %7 : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%a: i32, %v: vector<2xi32>) -> i32 "None" {
// CHECK-NEXT:       %cst_vec_2xi32 = spv.Constant dense<2> : vector<2xi32>
// CHECK-NEXT:       %cst7_i32 = spv.Constant 7 : i32
// CHECK-NEXT:       %cst3_i32 = spv.Constant 3 : i32
// CHECK-NEXT:       %c8 = spv.Constant 8 : i32
// CHECK-NEXT:       %c7 = spv.Constant 7 : i32
// CHECK-NEXT:       %cv = spv.Constant dense<4> : vector<2xi32>
// CHECK-NEXT:       %0 = spv.ShiftLeftLogical %a, %cst3_i32 : i32, i32
// CHECK-NEXT:       %1 = spv.ShiftRightLogical %0, %cst3_i32 : i32, i32
// CHECK-NEXT:       %2 = spv.BitwiseAnd %1, %cst7_i32 : i32
// CHECK-NEXT:       %3 = spv.IMul %2, %c7 : i32
// CHECK-NEXT:       %4 = spv.SDiv %3, %c8 : i32
// CHECK-NEXT:       %5 = spv.ShiftRightLogical %v, %cst_vec_2xi32 : vector<2xi32>, vector<2xi32>
// CHECK-NEXT:       %6 = spv.CompositeExtract %5[0 : i32] : vector<2xi32>
// CHECK-NEXT:       %7 = spv.IAdd %4, %6 : i32
// CHECK-NEXT:       spv.ReturnValue %7 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
