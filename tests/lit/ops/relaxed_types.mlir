// What differs in more than decorations is refused.
// RUN: not spv-opt %s 2>&1 | FileCheck %s
spv.module Logical GLSL450 {
  spv.func @store(%a: !spv.ptr<!spv.struct<(i32 [0])>, Function>, %b: !spv.struct<(i32 [4])>, %c: !spv.struct<(f32)>) "None" {
    // CHECK: error: {{.*}}mismatch in result type and pointer type
    spv.Store "Function" %a, %b : !spv.struct<(i32 [4])>
    // CHECK: error: {{.*}}mismatch in result type and pointer type
    spv.Store "Function" %a, %c : !spv.struct<(f32)>
    spv.Return
  }
  spv.func @load(%a: !spv.ptr<!spv.struct<(i32 [0])>, Function>) "None" {
    // CHECK: error: {{.*}}mismatch in result type and pointer type
    %0 = spv.Load "Function" %a : !spv.struct<(i32)>
    spv.Return
  }
  spv.func @call(%a: !spv.ptr<i32, Function>, %b: !spv.ptr<f32, Function>) "None" {
    // CHECK: error: {{.*}}operand type mismatch
    spv.FunctionCall @call(%a, %a) : (!spv.ptr<i32, Function>, !spv.ptr<i32, Function>) -> ()
    spv.Return
  }
}
