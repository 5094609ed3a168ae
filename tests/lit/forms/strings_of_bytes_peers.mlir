// REQUIRES: spirv-val
// RUN: spv-opt %s --emit=spirv -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv -o %t.theirs
// RUN: spv-opt %t.theirs -o %t.again
// RUN: spv-opt %t.again | FileCheck %s
// The assembly of spirv-dis has the bytes of strings as they are.

module {
  spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
    // CHECK: spv.GlobalVariable @"\FF" : !spv.ptr<f32, Private>
    spv.GlobalVariable @"\FF" : !spv.ptr<f32, Private>
  }
}
