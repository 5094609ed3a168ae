// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s --test-spirv-roundtrip | FileCheck %s --check-prefix=BACK
// The spelling of GLSL will do for a built-in; the binary has the number.
// CHECK: spv.GlobalVariable @id built_in("GlobalInvocationID") : !spv.ptr<vector<3xi32>, Input>
// BACK: spv.GlobalVariable @id built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.GlobalVariable @id built_in("GlobalInvocationID") : !spv.ptr<vector<3xi32>, Input>
}
