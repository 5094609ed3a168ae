// RUN: spv-opt %s --pass-pipeline='inline{all}' | FileCheck %s
// RUN: spv-opt %s --simplify-cfg | FileCheck %s
// What stands behind a loop that is never left goes as a whole, also where other code that nothing reaches uses it: a branch
// to blocks of which none is left would be no selection.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Private>
  // CHECK-LABEL: spv.func @f
  // CHECK: spv.mlir.loop
  // CHECK: spv.mlir.merge
  // CHECK-NEXT: }
  // CHECK-NEXT: spv.Unreachable
  // CHECK-NOT: spv.BranchConditional
  // CHECK: spv.func @g
  spv.func @f(%x: i32, %y: i32, %c: i1) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.mlir.selection {
      spv.Switch %x : i32, [default: ^join, 1: ^one]
    ^one:
      spv.mlir.selection {
        spv.BranchConditional %c, ^a, ^b
      ^a:
        spv.Store "Private" %out, %x : i32
        spv.Branch ^m
      ^b:
        spv.mlir.loop {
          spv.Branch ^header
        ^header:
          spv.Branch ^continue
        ^continue:
          spv.Branch ^header
        ^merge:
          spv.mlir.merge
        }
        %k = spv.IEqual %x, %y : i32
        spv.BranchConditional %k, ^leave, ^stay
      ^leave:
        spv.mlir.switch_break
      ^stay:
        %n = spv.Select %k, %x, %y : i1, i32
        spv.Store "Private" %out, %n : i32
        spv.Branch ^m
      ^m:
        spv.mlir.merge
      }
      spv.Branch ^join
    ^join:
      spv.mlir.merge
    }
    spv.FunctionCall @g() : () -> ()
    spv.Return
  }
  spv.func @g() "None" {
    spv.Kill
  }
}
