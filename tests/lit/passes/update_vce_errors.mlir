// RUN: spv-opt %s --spirv-update-vce --split-input-file --verify-diagnostics

// Without a target environment the module's own version counts.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, GroupNonUniform], []> {
  spv.func @f() -> i1 "None" {
    // expected-error @+1 {{'spv.GroupNonUniformElect' requires min version v1.3 but target environment allows up to v1.0}}
    %0 = spv.GroupNonUniformElect "Subgroup" : i1
    spv.ReturnValue %0 : i1
  }
}

// -----

spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader, GroupNonUniform], []>, {}>} {
  spv.func @f() -> i1 "None" {
    // expected-error @+1 {{'spv.GroupNonUniformElect' requires min version v1.3 but target environment allows up to v1.0}}
    %0 = spv.GroupNonUniformElect "Subgroup" : i1
    spv.ReturnValue %0 : i1
  }
}

// -----

spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>, {}>} {
  // expected-error @+1 {{'spv.GlobalVariable' requires at least one extension in [SPV_KHR_storage_buffer_storage_class, SPV_KHR_variable_pointers] but none allowed in target environment}}
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<(i32 [0])>, StorageBuffer>
}

// -----

spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader], []>, {}>} {
  spv.func @f(%a: f64) -> f64 "None" {
    // expected-error @+1 {{'spv.FAdd' requires at least one capability in [Float64] but none allowed in target environment}}
    %0 = spv.FAdd %a, %a : f64
    spv.ReturnValue %0 : f64
  }
}

// -----

// expected-error @+1 {{'spv.module' requires capability VariablePointers, as it declares it, and whether it needs it cannot be told; but it is not allowed in target environment}}
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, VariablePointers], []>
attributes {spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader], []>, {}>} {
}

// -----

spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.6, [Shader], []>, {}>} {
  spv.SpecConstant @x spec_id(1) = 1.0 : f32
  // expected-error @+1 {{'spv.SpecConstantOp' requires at least one capability in [Kernel] but none allowed in target environment}}
  spv.SpecConstantOp @y wraps "spv.FNegate"(@x) : f32
}

// -----

// The message names the decoration, type or enumerant that requires the capability.
spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>, {}>} {
  // expected-error @+1 {{'spv.GlobalVariable' requires at least one capability in [Geometry, ShaderLayer, ShaderViewportIndexLayerEXT, MeshShadingNV, MeshShadingEXT] but none allowed in target environment (for BuiltIn Layer) (variable '@layer', Output, BuiltIn Layer)}}
  spv.GlobalVariable @layer {built_in = "Layer"} : !spv.ptr<i32, Output>
}

// -----

spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>, {}>} {
  // expected-error @+1 {{'spv.func' requires at least one capability in [Float16] but none allowed in target environment (for type 'f16')}}
  spv.func @f(%a: f16) "None" {
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>, {}>} {
  spv.func @f() "None" {
    spv.Return
  }
  // expected-error @+1 {{'spv.EntryPoint' requires at least one capability in [Kernel] but none allowed in target environment (for ExecutionModel Kernel)}}
  spv.EntryPoint "Kernel" @f
}
