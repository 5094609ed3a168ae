// RUN: spv-opt %s --spirv-update-vce --split-input-file | FileCheck %s

// Encodings of floats need their own capabilities, and not Float16.
// CHECK: requires #spv.vce<v1.0, [BFloat16TypeKHR, Shader], [SPV_KHR_bfloat16]>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, BFloat16TypeKHR], [SPV_KHR_bfloat16]> {
  spv.func @f(%x: bf16) -> f32 "None" {
    %0 = spv.FConvert %x : bf16 to f32
    spv.ReturnValue %0 : f32
  }
}

// -----

// CHECK: requires #spv.vce<v1.0, [Float8EXT, Shader], [SPV_EXT_float8]>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Float8EXT], [SPV_EXT_float8]> {
  spv.func @f(%x: f8E4M3FN) -> f32 "None" {
    %0 = spv.FConvert %x : f8E4M3FN to f32
    spv.ReturnValue %0 : f32
  }
}

// -----

// Constants are instructions of their own.
// CHECK: requires #spv.vce<v1.0, [ReplicatedCompositesEXT, Shader], [SPV_EXT_replicated_composites]>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, ReplicatedCompositesEXT], [SPV_EXT_replicated_composites]> {
  spv.func @f() -> vector<4xf32> "None" {
    %0 = spv.Constant #spv.replicate<1.0 : f32> : vector<4xf32>
    spv.ReturnValue %0 : vector<4xf32>
  }
}

// -----

// A vector of eight components is possible with either capability; the one that allows more stays.
// CHECK: requires #spv.vce<v1.0, [LongVectorEXT, Shader], [SPV_EXT_long_vector]>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, LongVectorEXT, Vector16], [SPV_EXT_long_vector]> {
  spv.func @f(%x: vector<8xf32>) -> vector<8xf32> "None" {
    %0 = spv.FNegate %x : vector<8xf32>
    spv.ReturnValue %0 : vector<8xf32>
  }
}

// -----

// A store has no result whose type says what it needs.
// CHECK: requires #spv.vce<v1.0, [Int64Atomics, Int64, Shader], []>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Int64, Int64Atomics], []> {
  spv.func @f(%p: !spv.ptr<i64, Workgroup>, %x: i64) "None" {
    spv.AtomicStore "Workgroup" "None" %p, %x : !spv.ptr<i64, Workgroup>
    spv.Return
  }
}

// -----

// Int8 alone suffices for memory, too.
// CHECK: requires #spv.vce<v1.0, [Int8, Shader], [SPV_KHR_storage_buffer_storage_class]>
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Int8], [SPV_KHR_storage_buffer_storage_class]> {
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=4> [0]), Block>, StorageBuffer>
}

// -----

// AMD's extension replaces the capability.
// CHECK: requires #spv.vce<v1.0, [Shader], [SPV_AMD_shader_ballot]>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader], [SPV_AMD_shader_ballot]> {
  spv.func @f(%x: i32) -> i32 "None" {
    %0 = spv.GroupIAddNonUniformAMD "Subgroup" "Reduce" %x : i32
    spv.ReturnValue %0 : i32
  }
}

// -----

// CHECK: requires #spv.vce<v1.0, [StorageImageMultisample, ImageMSArray], []>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, ImageMSArray, StorageImageMultisample], []> {
  spv.GlobalVariable @v : !spv.ptr<!spv.image<f32, Dim2D, NoDepth, Arrayed, MultiSampled, NoSampler, R32f>, UniformConstant>
}
