// RUN: spv-opt %s --spirv-update-vce --split-input-file | FileCheck %s

// What is there counts before what could be; capabilities of built-ins, decorations and modes.
// CHECK: requires #spv.vce<v1.3, [GroupNonUniformBallot, DerivativeControl, SampleRateShading, Geometry], []>
spv.module Logical GLSL450 attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.6, [Geometry, SampleRateShading, DerivativeControl, GroupNonUniformArithmetic, GroupNonUniformBallot, Float64], []>, {}>
} {
  spv.func @f(%c: i1, %x: f32) "None" {
    %0 = spv.GroupNonUniformBallot "Subgroup" %c : vector<4xi32>
    %1 = spv.Variable : !spv.ptr<f32, Function>
    %3 = spv.mlir.addressof @id : !spv.ptr<si32, Input>
    %4 = spv.DPdxFine %x : f32
    spv.Return
  }
  spv.GlobalVariable @id built_in("SampleId") {flat} : !spv.ptr<si32, Input>
  spv.GlobalVariable @layer built_in("PrimitiveId") {flat} : !spv.ptr<si32, Input>
}

// -----

// An extension where the version does not have it; none where another need brings that version.
// CHECK: requires #spv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>
// CHECK: requires #spv.vce<v1.3, [Shader, GroupNonUniform], []>
module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader, GroupNonUniform], []>, {}>} {
  spv.module Logical GLSL450 {
    spv.GlobalVariable @v : !spv.ptr<!spv.struct<(i32 [0]), Block>, StorageBuffer>
  }
  spv.module Logical GLSL450 {
    spv.GlobalVariable @v : !spv.ptr<!spv.struct<(i32 [0]), Block>, StorageBuffer>
    spv.func @f() -> i1 "None" {
      %0 = spv.GroupNonUniformElect "Subgroup" : i1
      spv.ReturnValue %0 : i1
    }
  }
}

// -----

// What the module declares and nobody can tell of stays; what is told and not needed goes.
// CHECK: requires #spv.vce<v1.0, [Shader, VariablePointers], [SPV_KHR_variable_pointers, SPV_VENDOR_something]>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, VariablePointers, Float64, ImageQuery], [SPV_KHR_16bit_storage, SPV_VENDOR_something]> attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader, VariablePointers, Float64], [SPV_VENDOR_something]>, {}>
} {
}

// -----

// A type of constants; interfaces with buffers, which SPIR-V 1.4 has.
// CHECK: requires #spv.vce<v1.4, [Int64, Shader], []>
spv.module Logical GLSL450 attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader, Int64], []>, {}>
} {
  spv.SpecConstant @n = 1 : i64
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<(i32 [0]), Block>, StorageBuffer>
  spv.func @f() "None" {
    spv.Return
  }
  spv.EntryPoint "GLCompute" @f, @v
  spv.ExecutionMode @f "LocalSize", 1, 1, 1
}

// -----

// Numbers of 16 bits that are only stored take the capability of the memory, if there is no other.
// CHECK: requires #spv.vce<v1.0, [StorageBuffer16BitAccess, Shader], [SPV_KHR_16bit_storage, SPV_KHR_storage_buffer_storage_class]>
spv.module Logical GLSL450 attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader, StorageBuffer16BitAccess], []>, {}>
} {
  spv.func @f(%p: !spv.ptr<f16, StorageBuffer>) -> f32 "None" {
    %0 = spv.Load "StorageBuffer" %p : f16
    %1 = spv.FConvert %0 : f16 to f32
    spv.ReturnValue %1 : f32
  }
}

// -----

// An extension that asks for a version.
// CHECK: requires #spv.vce<v1.3, [VulkanMemoryModel], [SPV_KHR_vulkan_memory_model]>
module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.4, [Shader, VulkanMemoryModel], [SPV_KHR_vulkan_memory_model]>, {}>} {
  spv.module Logical Vulkan {
  }
}

// -----

// Wrap flags need version 1.4 or an extension; a target that has neither computes the same without them.
// CHECK: requires #spv.vce<v1.0, [Shader, Linkage], []>
// CHECK: spv.IAdd %a, %a {relaxed_precision} : i32
// CHECK: spv.GLSL.SAbs %{{.*}} : i32
// CHECK: requires #spv.vce<v1.0, [Linkage, Shader], [SPV_KHR_no_integer_wrap_decoration]>
// CHECK: spv.IAdd %a, %a {no_signed_wrap, no_unsigned_wrap} : i32
module {
  spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader, Linkage], []>, {}>} {
    spv.func @f(%a: i32) -> i32 "None" attributes {linkage_attributes = ["f", "Export"]} {
      %0 = spv.IAdd %a, %a {no_signed_wrap, no_unsigned_wrap, relaxed_precision} : i32
      %1 = spv.GLSL.SAbs %0 {no_signed_wrap} : i32
      spv.ReturnValue %1 : i32
    }
  }
  spv.module Logical GLSL450 attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader, Linkage], [SPV_KHR_no_integer_wrap_decoration]>, {}>} {
    spv.func @f(%a: i32) -> i32 "None" attributes {linkage_attributes = ["f", "Export"]} {
      %0 = spv.IAdd %a, %a {no_signed_wrap, no_unsigned_wrap} : i32
      spv.ReturnValue %0 : i32
    }
  }
}

// -----

// Operations of specialization constants that kernels alone have, and one that others have from SPIR-V 1.4 on.
// CHECK: requires #spv.vce<v1.0, [Shader, Kernel], []>
// CHECK: requires #spv.vce<v1.0, [Shader, Kernel, Int16], []>
// CHECK: requires #spv.vce<v1.4, [Shader, Int16], []>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Kernel], []> {
    spv.SpecConstant @n spec_id(1) = 7 : i32
    spv.SpecConstantOp @bits wraps "spv.Bitcast"(@n) : f32
  }
  spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Kernel, Int16], []> {
    spv.SpecConstant @n spec_id(1) = 7 : i32
    spv.SpecConstantOp @narrow wraps "spv.UConvert"(@n) : i16
  }
  spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int16], []> {
    spv.SpecConstant @n spec_id(1) = 7 : i32
    spv.SpecConstantOp @narrow wraps "spv.UConvert"(@n) : i16
  }
}

// -----

// So do interfaces with untyped variables.
// CHECK: requires #spv.vce<v1.4, [UntypedPointersKHR, Kernel, Addresses], [SPV_KHR_untyped_pointers]>
spv.module Physical64 OpenCL attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.6, [Kernel, Addresses, UntypedPointersKHR], [SPV_KHR_untyped_pointers]>, {}>
} {
  spv.UntypedVariableKHR @v "Workgroup", i32 : !spv.untyped_ptr<Workgroup>
  spv.func @f() "None" {
    spv.Return
  }
  spv.EntryPoint "Kernel" @f, @v
}

// -----

// The type that an access by an untyped pointer names has a stride that is an id, which takes an extension before SPIR-V 1.2.
// CHECK: requires #spv.vce<v1.0, {{.*}}, SPV_GOOGLE_hlsl_functionality1]>
spv.module Logical GLSL450 attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.6, [Shader, UntypedPointersKHR, DescriptorHeapEXT], [SPV_EXT_descriptor_heap, SPV_KHR_untyped_pointers]>, {}>
} {
  spv.UntypedVariableKHR @heap "UniformConstant" {built_in = "ResourceHeapEXT"} : !spv.untyped_ptr<UniformConstant>
  spv.ConstantSizeOfEXT @size !spv.buffer<StorageBuffer> : si32
  spv.func @f(%i: si32) "None" {
    %heap = spv.mlir.addressof @heap : !spv.untyped_ptr<UniformConstant>
    %p = spv.UntypedAccessChainKHR !spv.rtarray<!spv.buffer<StorageBuffer>, {array_stride_id_ext = @size}>, %heap, %i : !spv.untyped_ptr<UniformConstant>, si32 -> !spv.untyped_ptr<UniformConstant>
    spv.Return
  }
}

// -----

// An extended instruction that refers to a later one takes an extension.
// CHECK: requires #spv.vce<v1.0, {{.*}}, [SPV_KHR_non_semantic_info, SPV_KHR_relaxed_extended_instruction]>
spv.module Logical GLSL450 attributes {
  ext_inst_imports = ["NonSemantic.Own"],
  spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader], [SPV_KHR_non_semantic_info, SPV_KHR_relaxed_extended_instruction]>, {}>
} {
  spv.ExtInst @first "NonSemantic.Own", 1, @second {forward_refs}
  spv.ExtInst @second "NonSemantic.Own", 2
}

// -----

// So does the type of the length of an array need a capability.
// CHECK: requires #spv.vce<v1.0, [Int64, Shader], []>
spv.module Logical GLSL450 attributes {
  spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader, Int64], []>, {}>
} {
  spv.GlobalVariable @v : !spv.ptr<!spv.array<(7 : i64) x f32>, Private>
}

// -----

// Decorations of a group that a non-semantic instruction names count.
// CHECK: requires #spv.vce<v1.0, [Shader, GlobalVariableHostAccessINTEL], [SPV_KHR_non_semantic_info, SPV_INTEL_global_variable_host_access]>
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, GlobalVariableHostAccessINTEL], [SPV_INTEL_global_variable_host_access]> attributes {ext_inst_imports = ["NonSemantic.Own"]} {
  spv.EntryPoint "GLCompute" @f
  spv.ExecutionMode @f "LocalSize", 1, 1, 1
  spv.ExtInst @first "NonSemantic.Own", 1, #spv.decoration_group<1, {host_access_intel = ["NoneINTEL", "a"]}>
  spv.func @f() "None" {
    spv.Return
  }
}

// -----

// What a group broadcasts is constant before version 1.5.
// CHECK: requires #spv.vce<v1.3, [GroupNonUniformBallot, Shader], []>
// CHECK: requires #spv.vce<v1.5, [GroupNonUniformBallot, Shader], []>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [GroupNonUniformBallot], []> {
    spv.func @f(%x: f32) "None" {
      %c = spv.Constant 0 : i32
      %0 = spv.GroupNonUniformBroadcast "Subgroup" %x, %c : f32, i32
      spv.Return
    }
  }
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [GroupNonUniformBallot], []> {
    spv.func @f(%x: f32, %i: i32) "None" {
      %0 = spv.GroupNonUniformBroadcast "Subgroup" %x, %i : f32, i32
      spv.Return
    }
  }
}

// -----

// Barriers are for some models alone before version 1.3.
// CHECK: requires #spv.vce<v1.0, [Shader], []>
// CHECK: requires #spv.vce<v1.3, [Shader], []>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
    spv.EntryPoint "GLCompute" @f
    spv.ExecutionMode @f "LocalSize", 1, 1, 1
    spv.func @f() "None" {
      spv.ControlBarrier Workgroup, Workgroup, None
      spv.Return
    }
  }
  spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
    spv.EntryPoint "Vertex" @f
    spv.func @f() "None" {
      spv.ControlBarrier Subgroup, Subgroup, None
      spv.Return
    }
  }
}

// -----

// The extension that has the capability has the instruction before version 1.6.
// CHECK: requires #spv.vce<v1.3, [GroupNonUniformBallot, DemoteToHelperInvocationEXT], [SPV_EXT_demote_to_helper_invocation]>
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, GroupNonUniformBallot, DemoteToHelperInvocation], [SPV_EXT_demote_to_helper_invocation]> {
  spv.func @f(%b: i1) "None" {
    %0 = spv.GroupNonUniformBallot Subgroup %b : vector<4xi32>
    spv.DemoteToHelperInvocation
    spv.Return
  }
}
