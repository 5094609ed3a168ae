// RUN: spv-opt %s --spirv-update-vce | FileCheck %s
// RUN: sed 's/v1.3, \[Shader\]/v1.5, [Shader]/' %s | spv-opt - --spirv-update-vce | FileCheck %s --check-prefix=NEWER
// RUN: spv-opt %s --spirv-update-vce --target-env=vulkan1.1 -o %t.spv

// Before version 1.4 entry points list inputs and outputs alone.

// CHECK: spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []>
// CHECK: spv.EntryPoint "GLCompute" @main, @id
// CHECK-NOT: @scratch
// NEWER: requires #spv.vce<v1.4, [Shader], []>
// NEWER: spv.EntryPoint "GLCompute" @main, @id, @scratch, @own

spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader], []> attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], []>, #spv.resource_limits<>>
} {
  spv.GlobalVariable @id built_in("LocalInvocationId") : !spv.ptr<vector<3xi32>, Input>
  spv.GlobalVariable @scratch : !spv.ptr<!spv.array<4 x f32>, Workgroup>
  spv.GlobalVariable @own : !spv.ptr<f32, Private>
  spv.func @main() "None" {
    spv.Return
  }
  spv.EntryPoint "GLCompute" @main, @id, @scratch, @own
  spv.ExecutionMode @main "LocalSize", 4, 1, 1
}
