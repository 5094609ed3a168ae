// RUN: spv-opt %s --split-input-file --verify-diagnostics
// What cannot be read.

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{custom op 'spv.IAd' is unknown}}
  %0 = spv.IAd %i, %i : i32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{use of undeclared SSA value name `%x`}}
  %0 = spv.IAdd %i, %x : i32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{custom op 'spv.IAdd' expected 2 operands: expected ',', found `%i`}}
  %0 = spv.IAdd %i %i : i32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{expected ':'}}
  %0 = spv.IAdd %i, %i
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{expected non-function type, found `i32x`}}
  %0 = spv.IAdd %i, %i : i32x
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{unknown SPIR-V type: pointer}}
  %0 = spv.Undef : !spv.pointer<f32, Function>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{unknown storage class: Functon}}
  %0 = spv.Undef : !spv.ptr<f32, Functon>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{expected 'x' in dimension list, found `f32`}}
  %0 = spv.Undef : !spv.array<4 f32>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{matrix is expected to have 2, 3, or 4 columns}}
  %0 = spv.Undef : !spv.matrix<5 x vector<2xf32>>
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{floating point value not valid for specified type: expected an integer, found `1.5`}}
  %0 = spv.Constant 1.5 : i32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{redefinition of SSA value `%i`}}
  %i = spv.Undef : i32
  spv.Return
}

// -----

spv.func @f(%i: i32, %f: f32, %d: f64, %b: i1, %v: vector<3xf32>, %p: !spv.ptr<f32, Function>) "None" {
  // expected-error @+1 {{reference to an undefined block `^nowhere`}}
  spv.Branch ^nowhere
  spv.Return
}

// -----

// In any of the forms that limits have.
// expected-error @+1 {{limits must be a dictionary attribute containing two 32-bit integer attributes}}
func @limits() attributes {spv.target_env = #spv.target_env<#spv.vce<v1.0, [Shader], []>, #spirv.resource_limits<max_compute_workgroup_invocations = 128 : i64>>} {
  return
}

// -----

spv.module Logical GLSL450 {
  spv.func @literals_of_an_operation(%a: vector<2xi32>) -> i32 "None" {
    // expected-error @+1 {{expected a list of literals, as in `{indices = [1 : i32]}`}}
    %0 = spv.SpecConstantOperation wraps "spv.CompositeExtract"(%a) {indices = @f} : (vector<2xi32>) -> i32
    spv.ReturnValue %0 : i32
  }
}

// -----

spv.module Logical GLSL450 {
  spv.func @no_literals(%a: vector<2xi32>) -> i32 "None" {
    // expected-error @+1 {{attribute 'operands' must hold 'operand' for each operand, then the literals}}
    %0 = "spv.SpecConstantOperation"(%a) {opcode = "CompositeExtract", operands = [operand]} : (vector<2xi32>) -> i32
    spv.ReturnValue %0 : i32
  }
}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: spirv.entry_point_abi}}
func @abi() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<spirv.entry_point_abi = [64]>} {
  return
}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: subgroup_size}}
func @twice() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<subgroup_size = 32, subgroup_size = 64>} {
  return
}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: size}}
func @size() attributes {limits = #spirv.resource_limits<size = 32>} {
  return
}
