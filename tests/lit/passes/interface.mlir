// RUN: spv-opt %s --pass-pipeline='remove-unused-interface-variables,symbol-dce' | FileCheck %s
// An input that nothing uses goes, an output stays.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
  spv.GlobalVariable @used : !spv.ptr<i32, Input>
  spv.GlobalVariable @unused : !spv.ptr<i32, Input>
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  spv.EntryPoint "Vertex" @main, @used, @unused, @out
  spv.func @main() "None" {
    %p = spv.mlir.addressof @used : !spv.ptr<i32, Input>
    %x = spv.Load "Input" %p : i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
// CHECK-NEXT:     spv.GlobalVariable @used : !spv.ptr<i32, Input>
// CHECK-NEXT:     spv.GlobalVariable @out : !spv.ptr<i32, Output>
// CHECK-NEXT:     spv.EntryPoint "Vertex" @main, @used, @out
// CHECK-NEXT:     spv.func @main() "None" {
// CHECK-NEXT:       %p = spv.mlir.addressof @used : !spv.ptr<i32, Input>
// CHECK-NEXT:       %x = spv.Load "Input" %p : i32
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
