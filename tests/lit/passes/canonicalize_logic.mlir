// RUN: spv-opt %s --canonicalize | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
  spv.func @logic(%p: !spv.ptr<i1, Function>, %a: i1, %x: i32, %y: i32) "None" {
    %true = spv.Constant true
    %false = spv.Constant false
    %zero = spv.Constant 0 : i32
    %0 = spv.LogicalAnd %true, %a : i1
    spv.Store "Function" %p, %0 : i1
    %1 = spv.LogicalOr %a, %true : i1
    spv.Store "Function" %p, %1 : i1
    %2 = spv.LogicalEqual %false, %a : i1
    spv.Store "Function" %p, %2 : i1
    %3 = spv.LogicalNotEqual %a, %false : i1
    spv.Store "Function" %p, %3 : i1
    %4 = spv.LogicalNot %a : i1
    %5 = spv.LogicalNot %4 : i1
    spv.Store "Function" %p, %5 : i1
    %6 = spv.ULessThan %x, %zero : i32
    spv.Store "Function" %p, %6 : i1
    %7 = spv.SGreaterThanEqual %x, %y : i32
    %8 = spv.LogicalNot %7 : i1
    spv.Store "Function" %p, %8 : i1
    spv.Return
  }
  // The negation of a comparison with other uses stays: it costs less than a second comparison.
  spv.func @uses(%p: !spv.ptr<i1, Function>, %x: f32, %y: f32) "None" {
    %0 = spv.FOrdLessThan %x, %y : f32
    spv.Store "Function" %p, %0 : i1
    %1 = spv.LogicalNot %0 : i1
    spv.Store "Function" %p, %1 : i1
    spv.Return
  }
  spv.func @choices(%p: !spv.ptr<i1, Function>, %q: !spv.ptr<i32, Function>, %a: i1, %x: i32, %y: i32) "None" {
    %true = spv.Constant true
    %false = spv.Constant false
    %0 = spv.Select %true, %x, %y : i1, i32
    spv.Store "Function" %q, %0 : i32
    %1 = spv.Select %a, %x, %x : i1, i32
    spv.Store "Function" %q, %1 : i32
    %2 = spv.Select %a, %true, %false : i1, i1
    spv.Store "Function" %p, %2 : i1
    %3 = spv.Select %a, %false, %true : i1, i1
    spv.Store "Function" %p, %3 : i1
    %4 = spv.LogicalNot %a : i1
    %5 = spv.Select %4, %x, %y : i1, i32
    spv.Store "Function" %q, %5 : i32
    spv.Return
  }
  spv.func @selection(%q: !spv.ptr<i32, Function>, %a: i1, %x: i32, %y: i32) "None" {
    spv.mlir.selection {
      spv.BranchConditional %a, ^then, ^else
    ^then:
      spv.Store "Function" %q, %x : i32
      spv.Branch ^merge
    ^else:
      spv.Store "Function" %q, %y : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
// CHECK-NEXT:     spv.func @logic(%p: !spv.ptr<i1, Function>, %a: i1, %x: i32, %y: i32) "None" {
// CHECK-NEXT:       %false = spv.Constant false
// CHECK-NEXT:       %true = spv.Constant true
// CHECK-NEXT:       spv.Store "Function" %p, %a : i1
// CHECK-NEXT:       spv.Store "Function" %p, %true : i1
// CHECK-NEXT:       %0 = spv.LogicalNot %a : i1
// CHECK-NEXT:       spv.Store "Function" %p, %0 : i1
// CHECK-NEXT:       spv.Store "Function" %p, %a : i1
// CHECK-NEXT:       spv.Store "Function" %p, %a : i1
// CHECK-NEXT:       spv.Store "Function" %p, %false : i1
// CHECK-NEXT:       %1 = spv.SLessThan %x, %y : i32
// CHECK-NEXT:       spv.Store "Function" %p, %1 : i1
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @uses(%p: !spv.ptr<i1, Function>, %x: f32, %y: f32) "None" {
// CHECK-NEXT:       %0 = spv.FOrdLessThan %x, %y : f32
// CHECK-NEXT:       spv.Store "Function" %p, %0 : i1
// CHECK-NEXT:       %1 = spv.LogicalNot %0 : i1
// CHECK-NEXT:       spv.Store "Function" %p, %1 : i1
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @choices(%p: !spv.ptr<i1, Function>, %q: !spv.ptr<i32, Function>, %a: i1, %x: i32, %y: i32) "None" {
// CHECK-NEXT:       spv.Store "Function" %q, %x : i32
// CHECK-NEXT:       spv.Store "Function" %q, %x : i32
// CHECK-NEXT:       spv.Store "Function" %p, %a : i1
// CHECK-NEXT:       %0 = spv.LogicalNot %a : i1
// CHECK-NEXT:       spv.Store "Function" %p, %0 : i1
// CHECK-NEXT:       %1 = spv.Select %a, %y, %x : i1, i32
// CHECK-NEXT:       spv.Store "Function" %q, %1 : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @selection(%q: !spv.ptr<i32, Function>, %a: i1, %x: i32, %y: i32) "None" {
// CHECK-NEXT:       %0 = spv.Select %a, %x, %y : i1, i32
// CHECK-NEXT:       spv.Store "Function" %q, %0 : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
