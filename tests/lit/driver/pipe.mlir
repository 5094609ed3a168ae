// RUN: cat %s | spv-opt | FileCheck %s
// RUN: spv-opt %s --emit=spirv | spv-opt | FileCheck %s
// Without arguments the tool reads what is piped into it.
// CHECK: spv.func @f() "None" {
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f() "None" {
    spv.Return
  }
}
