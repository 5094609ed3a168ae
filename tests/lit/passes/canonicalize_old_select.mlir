// RUN: spv-opt %s --canonicalize | FileCheck %s
// Before SPIR-V 1.4 OpSelect has no scalar condition for vectors.
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.func @selection(%q: !spv.ptr<vector<2xi32>, Function>, %a: i1, %x: vector<2xi32>, %y: vector<2xi32>) "None" {
    spv.mlir.selection {
      spv.BranchConditional %a, ^then, ^else
    ^then:
      spv.Store "Function" %q, %x : vector<2xi32>
      spv.Branch ^merge
    ^else:
      spv.Store "Function" %q, %y : vector<2xi32>
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
// CHECK-NEXT:     spv.func @selection(%q: !spv.ptr<vector<2xi32>, Function>, %a: i1, %x: vector<2xi32>, %y: vector<2xi32>) "None" {
// CHECK-NEXT:       spv.mlir.selection {
// CHECK-NEXT:         spv.BranchConditional %a, ^then, ^else
// CHECK-NEXT:       ^then:  // pred: ^bb0
// CHECK-NEXT:         spv.Store "Function" %q, %x : vector<2xi32>
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^else:  // pred: ^bb0
// CHECK-NEXT:         spv.Store "Function" %q, %y : vector<2xi32>
// CHECK-NEXT:         spv.Branch ^merge
// CHECK-NEXT:       ^merge:  // 2 preds: ^then, ^else
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
