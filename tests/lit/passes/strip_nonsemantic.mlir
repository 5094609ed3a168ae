// RUN: spv-opt %s --strip-nonsemantic | FileCheck %s
// Instructions of non-semantic sets go, and the import of the set; the string stays for symbol-dce.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], [SPV_KHR_non_semantic_info]> attributes {ext_inst_imports = ["NonSemantic.DebugPrintf"]} {
  spv.String @format "%d"
  spv.func @f(%a: i32) "None" {
    spv.DebugPrintf.DebugPrintf @format, %a : i32
    spv.Return
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.String @format "%d"
// CHECK-NEXT:     spv.func @f(%a: i32) "None" {
// CHECK-NEXT:       spv.Return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
