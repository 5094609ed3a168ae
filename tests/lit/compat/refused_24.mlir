// RUN: spv-opt %s --split-input-file --verify-diagnostics --mlir-compat=24 --emit=none
// Ops, types and capabilities that LLVM 24 lacks are errors that name them.
spirv.func @op(%a: i32) -> i32 "None" {
  // expected-error @+1 {{'spirv.CopyLogical' op does not exist in LLVM 24}}
  %0 = spirv.CopyLogical %a : i32 -> i32
  spirv.ReturnValue %0 : i32
}

// -----

// SPIR-V has the alignment as a literal.
spirv.func @gather(%p: vector<4x!spirv.ptr<i32, CrossWorkgroup>>, %a: i32, %m: vector<4xi1>, %v: vector<4xi32>) -> vector<4xi32> "None" {
  // expected-error @+1 {{has an alignment that is not a constant, but SPIR-V requires a literal}}
  %0 = spirv.INTEL.MaskedGather %p, %a, %m, %v : vector<4x!spirv.ptr<i32, CrossWorkgroup>>, i32, vector<4xi1>, vector<4xi32> -> vector<4xi32>
  spirv.ReturnValue %0 : vector<4xi32>
}

// -----

spirv.func @scope(%a: f32) -> f32 "None" {
  // expected-error @+1 {{'spirv.GroupNonUniformQuadSwap' op failed to verify that execution_scope must be 'Subgroup'}}
  %0 = spirv.GroupNonUniformQuadSwap <Workgroup> <Vertical> %a : f32
  spirv.ReturnValue %0 : f32
}

// -----

// expected-error @+1 {{has an unknown capability: MeshShadingNV, which does not exist in LLVM 24}}
spirv.module Logical GLSL450 requires #spirv.vce<v1.5, [MeshShadingNV], [SPV_NV_mesh_shader]> {
}

// -----

// These exist since LLVM 24.
spirv.module Logical GLSL450 requires #spirv.vce<v1.5, [Float8EXT, WeakLinkageAMD], [SPV_EXT_float8, SPV_AMD_weak_linkage]> {
  spirv.GlobalVariable @s bind(0, 0) : !spirv.ptr<!spirv.sampler, UniformConstant>
  spirv.func @max(%a: f32) -> f32 "None" { %0 = spirv.GL.NMax %a, %a : f32 spirv.ReturnValue %0 : f32 }
}
