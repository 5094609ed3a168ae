// RUN: spv-opt %s --mlir-compat=19 --split-input-file --verify-diagnostics

// What LLVM 19 refuses it refuses in these words.

func.func @atomic(%ptr: !spirv.ptr<i32, Workgroup>, %value: i64) -> i64 {
  // expected-error @+1 {{'spirv.AtomicIAdd' op failed to verify that `value` type matches pointee type of `pointer`}}
  %0 = "spirv.AtomicIAdd"(%ptr, %value) {memory_scope = #spirv.scope<Workgroup>, semantics = #spirv.memory_semantics<AcquireRelease>} : (!spirv.ptr<i32, Workgroup>, i64) -> i64
  return %0 : i64
}

// -----

func.func @atomic_float(%ptr: !spirv.ptr<f32, StorageBuffer>, %value: f64) -> f64 {
  // expected-error @+1 {{'spirv.EXT.AtomicFAdd' op failed to verify that `result` type matches pointee type of `pointer`}}
  %0 = "spirv.EXT.AtomicFAdd"(%ptr, %value) {memory_scope = #spirv.scope<Device>, semantics = #spirv.memory_semantics<AcquireRelease>} : (!spirv.ptr<f32, StorageBuffer>, f64) -> f64
  return %0 : f64
}

// -----

func.func @carry(%a: i32) -> !spirv.struct<(i32, i32, i32)> {
  // expected-error @+1 {{'spirv.IAddCarry' op expected result struct type containing two members}}
  %0 = spirv.IAddCarry %a, %a : !spirv.struct<(i32, i32, i32)>
  return %0 : !spirv.struct<(i32, i32, i32)>
}

// -----

func.func @cast(%a: !spirv.ptr<f32, Uniform>) {
  // expected-error @+1 {{pointer type must be of storage class Generic}}
  %0 = spirv.GenericCastToPtrExplicit %a : !spirv.ptr<f32, Uniform> to !spirv.ptr<f32, Workgroup>
  return
}

// -----

func.func @packed(%a: i64) -> i64 {
  // expected-error @+1 {{op with specified Packed Vector Format (PackedVectorFormat4x8Bit) requires integer vector operands to be 32-bits wide}}
  %0 = spirv.SDot %a, %a, <PackedVectorFormat4x8Bit> : i64 -> i64
  return %0 : i64
}

// -----

spirv.module PhysicalStorageBuffer64 GLSL450 requires #spirv.vce<v1.0, [Shader, PhysicalStorageBufferAddresses], []> {
  // expected-error @+1 {{'spirv.func' op with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'}}
  spirv.func @undecorated(%a: !spirv.ptr<i32, PhysicalStorageBuffer>) "None" {
    spirv.Return
  }
}

// -----

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  // expected-error @+1 {{'spirv.module' cannot contain external functions without 'Import' linkage_attributes (LinkageAttributes)}}
  spirv.func @declared(%a: i8) -> () "Pure"
}

// -----

spirv.module PhysicalStorageBuffer64 OpenCL requires #spirv.vce<v1.0, [Kernel, Addresses, PhysicalStorageBufferAddresses], []> {
  spirv.func @number(%a: i32) "None" {
    // expected-error @+1 {{result must be a physical pointer}}
    %0 = spirv.ConvertUToPtr %a : i32 to !spirv.ptr<i32, Generic>
    spirv.Return
  }
}
