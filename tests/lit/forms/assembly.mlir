// RUN: spv-opt %s --emit=spvasm | FileCheck %s
// RUN: spv-opt %s -o %t.spvasm && spv-opt %t.spvasm | FileCheck %s --check-prefix=TEXT
// CHECK: ; SPIR-V
// CHECK: OpCapability Shader
// CHECK-DAG: OpName %f "f"
// CHECK-DAG: %uint = OpTypeInt 32 0
// CHECK: %f = OpFunction %uint None
// CHECK-NEXT: %a = OpFunctionParameter %uint
// CHECK-NEXT: [[LABEL:%[0-9]+]] = OpLabel
// CHECK-NEXT: [[SUM:%[0-9]+]] = OpIAdd %uint %a %a
// CHECK-NEXT: OpReturnValue [[SUM]]
// CHECK-NEXT: OpFunctionEnd
// TEXT: spv.func @f(%a: i32) -> i32 "None" {
// TEXT-NEXT: %0 = spv.IAdd %a, %a : i32
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32
    spv.ReturnValue %0 : i32
  }
}
