// RUN: spv-opt %s --set-spec-const-default-value="0:1 9:1" --verify-diagnostics --split-input-file
// RUN: spv-opt %s --set-spec-const-default-value="values=0:3,1:2,9:1 skip-invalid" --split-input-file | FileCheck %s
// An unknown SpecId is an error that lists the ids of the module.

// CHECK: spv.SpecConstant @a spec_id(4) = 7 : i32
// CHECK: spv.SpecConstant @b spec_id(0) = 3 : i32
// CHECK: spv.SpecConstant @c spec_id(1) = true
// expected-error @+1 {{no specialization constant has SpecId 9: the module has 0, 1, 4}}
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.SpecConstant @a spec_id(4) = 7 : i32
  spv.SpecConstant @b spec_id(0) = 7 : i32
  spv.SpecConstant @c spec_id(1) = true
}

// -----

// expected-error @+2 {{no specialization constant has SpecId 0: the module has no specialization constants with a SpecId}}
// expected-error @+1 {{no specialization constant has SpecId 9: the module has no specialization constants with a SpecId}}
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
}
