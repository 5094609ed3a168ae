// RUN: spv-opt %s --inline | FileCheck %s
// The merge block names what the continue construct defines. A return leaves the loop before that is defined, so that it
// is passed now.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @callee(%c: i1, %n: i32) -> i32 "None" {
    %r = spv.mlir.loop -> i32 {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      spv.mlir.selection {
        spv.BranchConditional %c, ^early, ^join
      ^early:
        spv.ReturnValue %n : i32
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %m = spv.IAdd %n, %n : i32
      spv.BranchConditional %c, ^header, ^merge
    ^merge:
      spv.mlir.merge %m : i32
    }
    spv.ReturnValue %r : i32
  }
  spv.func @caller(%c: i1, %n: i32) -> i32 "None" attributes {linkage_attributes = ["caller", "Export"]} {
    %r = spv.FunctionCall @callee(%c, %n) : (i1, i32) -> i32
    spv.ReturnValue %r : i32
  }
}

// CHECK: spv.func @caller
// CHECK: %[[UNDEF:.*]] = spv.Undef {module_scope = 0 : i32} : i32
// CHECK: spv.mlir.loop
// CHECK: spv.mlir.break %[[UNDEF]], %true, %n : i32, i1, i32
// CHECK: %m = spv.IAdd %n, %n : i32
// CHECK-NEXT: spv.BranchConditional %c, ^header, ^merge(%m, %false, %{{.*}} : i32, i1, i32)
// CHECK-NEXT: ^merge(%[[R:.*]]: i32, %[[LEFT:.*]]: i1, %[[V:.*]]: i32):
// CHECK-NEXT: spv.mlir.merge %[[R]], %[[LEFT]], %[[V]] : i32, i1, i32
