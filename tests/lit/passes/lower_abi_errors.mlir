// RUN: spv-opt %s --spirv-lower-abi-attrs --split-input-file --verify-diagnostics
spv.module Logical GLSL450 {
  // expected-error @+1 {{argument 1 has no 'spv.interface_var_abi', but others have}}
  spv.func @f(%a: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 0), StorageBuffer>}, %b: f32) "None"
  attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  // expected-error @+1 {{'spv.entry_point_abi' is on a function with arguments without 'spv.interface_var_abi', which only a kernel may have}}
  spv.func @f(%a: f32) "None" attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{'spv.func' op has arguments with 'spv.interface_var_abi', but no 'spv.entry_point_abi'}}
  spv.func @f(%a: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 0), StorageBuffer>}) "None" {
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{argument 0 has no storage class from which to load the value}}
  spv.func @f(%a: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 0)>}) "None"
  attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{argument 0 is neither a pointer nor a scalar or vector}}
  spv.func @f(%a: !spv.struct<(f32)> {spv.interface_var_abi = #spv.interface_var_abi<(0, 0), StorageBuffer>}) "None"
  attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
    spv.Return
  }
}

// -----

module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Float16], []>, {}>} {
  spv.module Logical GLSL450 {
    // expected-error @+1 {{could not select execution model based on 'spv.target_env'}}
    spv.func @f() "None" attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
      spv.Return
    }
  }
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{'spv.entry_point_abi' needs an attribute 'local_size' with one to three positive integers}}
  spv.func @f() "None" attributes {spv.entry_point_abi = {size = 1 : i32}} {
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{'spv.entry_point_abi' is on a function with a result, which an entry point cannot have}}
  spv.func @f() -> i32 "None" attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
    %0 = spv.Constant 1 : i32
    spv.ReturnValue %0 : i32
  }
}

// -----

spv.module Logical GLSL450 {
  spv.EntryPoint "Fragment" @f name("main")
  spv.ExecutionMode @f "OriginUpperLeft"
  // expected-error @+1 {{'spv.entry_point_abi' is on a function that already is an entry point}}
  spv.func @f() "None" attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
    spv.Return
  }
}
