// Export warns once per op name and key about attributes without a binary form.
// RUN: spv-opt %s --emit=spirv -o %t.spv 2>&1 | FileCheck %s
// RUN: spv-opt %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT --allow-empty
// CHECK: dropped_attributes.mlir:10:10: warning: 'spv.IAdd' op: unknown attribute 'nosuch_attr': the parameters are operand1, operand2; other keys are decorations in snake case or have a dialect prefix
// CHECK: note: the binary does not contain this attribute
// CHECK-NOT: warning
// TEXT-NOT: warning
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a {nosuch_attr = 3, my.attr = 4, no_signed_wrap} : i32
    %1 = spv.IAdd %0, %a {nosuch_attr = 5} : i32
    spv.ReturnValue %1 : i32
  }
}
