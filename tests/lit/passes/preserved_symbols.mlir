// RUN: spv-opt %s --symbol-dce | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: spv-opt %s "--symbol-dce=keep-bindings keep-spec-constants" --remove-unused-interface-variables=keep-interface | FileCheck %s
// NONE-NOT: spv.GlobalVariable @bound
// NONE-NOT: spv.SpecConstant

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  // CHECK: spv.EntryPoint "GLCompute" @main, @in
  spv.EntryPoint "GLCompute" @main, @in
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  // CHECK: spv.SpecConstant @n
  spv.SpecConstant @n spec_id(3) = 7 : i32
  // CHECK: spv.GlobalVariable @in
  spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<f32, Input>
  // CHECK: spv.GlobalVariable @bound
  spv.GlobalVariable @bound bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  // CHECK-NOT: @private
  spv.GlobalVariable @private : !spv.ptr<f32, Private>
  spv.func @main() "None" {
    spv.Return
  }
}
