// RUN: spv-opt %s --pass-pipeline='inline{all}' | FileCheck %s
// The early return would make a phi of the pointer that the loop passes on: such a call stays.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%c: i1) "None" {
    %v = spv.Variable : !spv.ptr<vector<2xi32>, Function>
    spv.FunctionCall @callee(%v, %c) : (!spv.ptr<vector<2xi32>, Function>, i1) -> ()
    spv.Return
  }
  spv.func @callee(%p: !spv.ptr<vector<2xi32>, Function>, %c: i1) "None" {
    %one = spv.Constant 1 : i32
    %q = spv.mlir.loop -> !spv.ptr<i32, Function> {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      spv.mlir.selection {
        spv.BranchConditional %c, ^leave, ^join
      ^leave:
        spv.Return
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %e = spv.AccessChain %p[%one] : !spv.ptr<vector<2xi32>, Function>, i32
      spv.BranchConditional %c, ^header, ^merge(%e : !spv.ptr<i32, Function>)
    ^merge(%x: !spv.ptr<i32, Function>):
      spv.mlir.merge %x : !spv.ptr<i32, Function>
    }
    spv.Store "Function" %q, %one : i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%c: i1) "None" {
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<vector<2xi32>, Function>
// CHECK-NEXT:       spv.FunctionCall @callee(%v, %c) : (!spv.ptr<vector<2xi32>, Function>, i1) -> ()
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @callee(%p: !spv.ptr<vector<2xi32>, Function>, %c: i1) "None" {
// CHECK-NEXT:       %one = spv.Constant 1 : i32
// CHECK-NEXT:       %q = spv.mlir.loop -> !spv.ptr<i32, Function> {
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.Branch ^body
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %c, ^leave, ^join
// CHECK-NEXT:         ^leave:  // pred: ^bb0
// CHECK-NEXT:           spv.Return
// CHECK-NEXT:         ^join:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^body
// CHECK-NEXT:         %e = spv.AccessChain %p[%one] : !spv.ptr<vector<2xi32>, Function>, i32
// CHECK-NEXT:         spv.BranchConditional %c, ^header, ^merge(%e : !spv.ptr<i32, Function>)
// CHECK-NEXT:       ^merge(%x: !spv.ptr<i32, Function>):  // pred: ^continue
// CHECK-NEXT:         spv.mlir.merge %x : !spv.ptr<i32, Function>
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Store "Function" %q, %one : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
