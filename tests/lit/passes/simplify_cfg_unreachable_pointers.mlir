// RUN: spv-opt %s --sccp --simplify-cfg --validate | FileCheck %s
// The merge block of the loop becomes unreachable. Its pointer would be a phi without operands, which no pointer may be: it
// is removed with its uses, and until then the edge that passes it is kept.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%p: !spv.ptr<vector<2xi32>, Function>, %c: i1) "None" {
    %one = spv.Constant 1 : i32
    %q = spv.mlir.loop -> !spv.ptr<i32, Function> {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      spv.mlir.selection {
        spv.BranchConditional %c, ^leave, ^leave
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

// CHECK:      spv.func @f(
// CHECK-NEXT:   %one = spv.Constant 1 : i32
// CHECK-NEXT:   spv.mlir.loop {
// CHECK-NEXT:     spv.Branch ^header
// CHECK-NEXT:   ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:     spv.Branch ^leave
// CHECK-NEXT:   ^leave:  // pred: ^header
// CHECK-NEXT:     spv.Return
// CHECK-NEXT:   ^continue:  // no predecessors
// CHECK-NEXT:     spv.Branch ^header
// CHECK-NEXT:   ^merge:  // no predecessors
// CHECK-NEXT:     spv.mlir.merge
// CHECK-NEXT:   }
// CHECK-NEXT:   spv.Unreachable
