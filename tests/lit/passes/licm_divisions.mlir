// RUN: spv-opt %s --licm | FileCheck %s
// A division that the loop may not come to must not be made in its stead: but one by a constant that is neither 0
// nor -1 is harmless.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%a: i32, %b: i32, %v: vector<2xi32>, %c: i1) "None" {
    %p = spv.Variable : !spv.ptr<i32, Function>
    %q = spv.Variable : !spv.ptr<vector<2xi32>, Function>
    %three = spv.Constant 3 : i32
    %minus = spv.Constant -1 : i32
    %good = spv.Constant dense<[2, 3]> : vector<2xi32>
    %bad = spv.Constant dense<[2, 0]> : vector<2xi32>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %c, ^body, ^merge
    ^body:
      %0 = spv.UDiv %a, %b : i32
      %1 = spv.SDiv %a, %three : i32
      %2 = spv.SRem %a, %minus : i32
      %3 = spv.UMod %v, %good : vector<2xi32>
      %4 = spv.UMod %v, %bad : vector<2xi32>
      spv.Store "Function" %p, %0 : i32
      spv.Store "Function" %p, %1 : i32
      spv.Store "Function" %p, %2 : i32
      spv.Store "Function" %q, %3 : vector<2xi32>
      spv.Store "Function" %q, %4 : vector<2xi32>
      spv.Branch ^continue
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%a: i32, %b: i32, %v: vector<2xi32>, %c: i1) "None" {
// CHECK-NEXT:       %p = spv.Variable : !spv.ptr<i32, Function>
// CHECK-NEXT:       %q = spv.Variable : !spv.ptr<vector<2xi32>, Function>
// CHECK-NEXT:       %three = spv.Constant 3 : i32
// CHECK-NEXT:       %minus = spv.Constant -1 : i32
// CHECK-NEXT:       %good = spv.Constant dense<[2, 3]> : vector<2xi32>
// CHECK-NEXT:       %bad = spv.Constant dense<[2, 0]> : vector<2xi32>
// CHECK-NEXT:       %0 = spv.SDiv %a, %three : i32
// CHECK-NEXT:       %1 = spv.UMod %v, %good : vector<2xi32>
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.BranchConditional %c, ^body, ^merge
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         %2 = spv.UDiv %a, %b : i32
// CHECK-NEXT:         %3 = spv.SRem %a, %minus : i32
// CHECK-NEXT:         %4 = spv.UMod %v, %bad : vector<2xi32>
// CHECK-NEXT:         spv.Store "Function" %p, %2 : i32
// CHECK-NEXT:         spv.Store "Function" %p, %0 : i32
// CHECK-NEXT:         spv.Store "Function" %p, %3 : i32
// CHECK-NEXT:         spv.Store "Function" %q, %1 : vector<2xi32>
// CHECK-NEXT:         spv.Store "Function" %q, %4 : vector<2xi32>
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^body
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^merge:  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
