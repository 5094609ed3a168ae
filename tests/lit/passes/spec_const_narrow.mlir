// RUN: spv-opt %s --pass-pipeline='set-spec-const-default-value{values=0:1,1:true}' | FileCheck %s
// An integer of one bit that is signed is no boolean.

// CHECK: spv.SpecConstant @a spec_id(0) = -1 : si1
// CHECK: spv.SpecConstant @b spec_id(1) = true
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.SpecConstant @a spec_id(0) = 0 : si1
  spv.SpecConstant @b spec_id(1) = false
}
