// RUN: spv-opt %s --split-input-file --verify-diagnostics --mlir-compat=22 --emit=none
// Ops, types, attributes and enumerants that LLVM 22 lacks are errors that name them.
spirv.func @op(%a: i32) -> i32 "None" {
  // expected-error @+1 {{'spirv.CopyLogical' op does not exist in LLVM 22}}
  %0 = spirv.CopyLogical %a : i32 -> i32
  spirv.ReturnValue %0 : i32
}

// -----

// expected-error @+1 {{'spirv.GL.NMax' op does not exist in LLVM 22}}
spirv.func @set(%a: f32) -> f32 "None" { %0 = spirv.GL.NMax %a, %a : f32 spirv.ReturnValue %0 : f32 }

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  // expected-error @+1 {{has a type that does not exist in LLVM 22: `!spirv.sampler`}}
  spirv.GlobalVariable @s bind(0, 0) : !spirv.ptr<!spirv.sampler, UniformConstant>
}

// -----

// expected-error @+1 {{has an unknown capability: MeshShadingNV, which does not exist in LLVM 22}}
spirv.module Logical GLSL450 requires #spirv.vce<v1.5, [MeshShadingNV], [SPV_NV_mesh_shader]> {
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  // expected-error @+1 {{has a StorageClass that does not exist in LLVM 22: HitObjectAttributeNV}}
  spirv.GlobalVariable @h : !spirv.ptr<i32, HitObjectAttributeNV>
}

// -----

func.func @offset(%i: !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %c: vector<2xf32>, %o: vector<2xi32>) {
  // expected-error @+1 {{has image operands that LLVM 22 does not read: Offset}}
  %0 = spirv.ImageSampleImplicitLod %i, %c ["Offset"], %o : !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, vector<2xi32> -> vector<4xf32>
  return
}

// -----

func.func @bfloat16(%a: bf16) {
  // expected-error @+1 {{operand #0 must be 16/32/64-bit float or fixed-length vector of 16/32/64-bit float values}}
  %0 = spirv.FAdd %a, %a : bf16
  return
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.SpecConstant @x = 8 : i32
  // expected-error @+1 {{'spirv.SpecConstantComposite' op constituent #1 must be a symbol: LLVM cannot read constants here}}
  spirv.SpecConstantComposite @size (@x, 1 : i32, 1 : i32) {built_in = "WorkgroupSize"} : vector<3xi32>
}
