// RUN: spv-opt %s --split-input-file --verify-diagnostics --legalize-small-types='arithmetic=i8+i16+f16 storage=8+16'
// RUN: not spv-opt %s --legalize-small-types=arithmetic=i9 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: the value 'i9' of option 'arithmetic' is invalid: expected one of i8, i16, f16

spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int8], [SPV_KHR_8bit_storage]> {
  // expected-error @+1 {{the block of @block cannot become an array of words: its size of 5 bytes is not a multiple of 4; use the option 'pad' if its memory is longer}}
  spv.GlobalVariable @block : !spv.ptr<!spv.struct<(i32 [0], i8 [4]), Block>, PushConstant>
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int16], []> {
  // expected-error @+1 {{'spv.SpecConstant' of a small type cannot be legalized: the host depends on the size of a specialization constant}}
  spv.SpecConstant @size spec_id(3) = 4 : i16
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int16, StorageInputOutput16], []> {
  // expected-error @+1 {{the variable @in cannot be legalized: inputs and outputs must match another stage}}
  spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<f16, Input>
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int8, Int64, Int64Atomics], [SPV_KHR_8bit_storage]> {
  spv.GlobalVariable @block : !spv.ptr<!spv.struct<(vector<4xi8> [0], i64 [8]), Block>, StorageBuffer>
  spv.func @add() "None" {
    %c1 = spv.Constant 1 : i32
    %n = spv.Constant 1 : i64
    %block = spv.mlir.addressof @block : !spv.ptr<!spv.struct<(vector<4xi8> [0], i64 [8]), Block>, StorageBuffer>
    %p = spv.AccessChain %block[%c1] : !spv.ptr<!spv.struct<(vector<4xi8> [0], i64 [8]), Block>, StorageBuffer>, i32
    // expected-error @+1 {{'spv.AtomicIAdd' in a block of small types cannot be legalized: only integers of at most 32 bits, and float additions, support atomic operations there}}
    %old = spv.AtomicIAdd "Device" "None" %p, %n : !spv.ptr<i64, StorageBuffer>
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Float16, AtomicFloat16AddEXT], [SPV_EXT_shader_atomic_float16_add, SPV_EXT_shader_atomic_float_add]> {
  spv.GlobalVariable @shared : !spv.ptr<f16, Workgroup>
  spv.func @add() "None" {
    %h = spv.Constant 1.5 : f16
    %p = spv.mlir.addressof @shared : !spv.ptr<f16, Workgroup>
    // expected-error @+1 {{'spv.AtomicFAddEXT' of a small type cannot be legalized: only integers stored in words, or in Workgroup, Private or Function memory, support atomic operations}}
    %old = spv.AtomicFAddEXT "Device" "None" %p, %h : !spv.ptr<f16, Workgroup>
    spv.Return
  }
}

// -----

spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int16], []> {
  spv.func @reverse(%x: i16) -> i16 "None" {
    // expected-error @+1 {{'spv.BitReverse' of a small type cannot be legalized}}
    %y = spv.BitReverse %x : i16
    spv.ReturnValue %y : i16
  }
}

// -----

spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, Int8, PhysicalStorageBufferAddresses], []> {
  spv.func @element(%p: !spv.ptr<i8, PhysicalStorageBuffer, stride=1>, %i: i32) "None" {
    // expected-error @+1 {{'spv.PtrAccessChain' in a block of small types cannot be legalized: only loads, stores and access chains can use a pointer to a small type}}
    %q = spv.PtrAccessChain %p[%i] : !spv.ptr<i8, PhysicalStorageBuffer, stride=1>, i32
    spv.Return
  }
}
