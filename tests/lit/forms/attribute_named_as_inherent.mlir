// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s --emit=generic | FileCheck %s --check-prefix=GENERIC
// RUN: spv-opt %s --emit=generic | spv-opt | FileCheck %s
// A discardable attribute with the name of an inherent one has a prefix in generic form, also one of the top-level module.

// CHECK:      module attributes {sym_name = [#spv.vce<v1.5, [Shader], []>]} {
// CHECK-NEXT:   spv.module Logical GLSL450 attributes {sym_name = 5 : i32} {
// GENERIC: addressing_model = "Logical", discardable.sym_name = 5 : i32
// GENERIC: {discardable.sym_name = [#spv.vce<v1.5, [Shader], []>]} : () -> ()
module attributes {sym_name = [#spv.vce<v1.5, [Shader], []>]} {
  spv.module Logical GLSL450 attributes {sym_name = 5 : i32} {
  }
}
