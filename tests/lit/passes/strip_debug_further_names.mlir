// RUN: spv-opt %s --strip-debug | FileCheck %s
// Several names of one id, and names of what is no value.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> attributes {decoration_groups = [{op_name = "group", relaxed_precision}], ext_inst_imports = ["GLSL.std.450"], import_names = [["GLSL.std.450", "named import"]]} {
  spv.func @f(%x: f32 {op_name = "argument", relaxed_precision}) -> f32 "None" {
  ^bb0 {op_name = ["block", "the same block"]}:
    spv.Nop
    %0 = spv.FAdd %x, %x {op_name = ["sum", "the same sum"]} : f32
    spv.ReturnValue %0 : f32
  }
}

// CHECK: attributes {decoration_groups = [{relaxed_precision}], ext_inst_imports = ["GLSL.std.450"]} {
// CHECK-NEXT:   spv.func @_$0(%arg0: f32 {relaxed_precision}) -> f32 "None" {
// CHECK-NEXT:     %0 = spv.FAdd %arg0, %arg0 : f32
// CHECK-NEXT:     spv.ReturnValue %0 : f32
