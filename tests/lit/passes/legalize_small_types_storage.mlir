// RUN: spv-opt %s --legalize-small-types --spirv-update-vce | FileCheck %s
// The target stores bytes in storage buffers and computes with words alone.
module attributes { spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader, StorageBuffer8BitAccess], [SPV_KHR_8bit_storage]>, {}> } {

// The least capability.
// CHECK: requires #spv.vce<v1.0, [StorageBuffer8BitAccess, Shader], [SPV_KHR_8bit_storage, SPV_KHR_storage_buffer_storage_class]>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int8, UniformAndStorageBuffer8BitAccess], [SPV_KHR_8bit_storage]> {
  // CHECK: spv.GlobalVariable @pairs bind(0, 0) : !spv.ptr<!spv.struct<(!spv.rtarray<!spv.struct<(i8 [0], si8 [1])>, stride=2> [0]), Block>, StorageBuffer>
  spv.GlobalVariable @pairs bind(0, 0) : !spv.ptr<!spv.struct<(!spv.rtarray<!spv.struct<(i8 [0], si8 [1])>, stride=2> [0]), Block>, StorageBuffer>
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 1, 1, 1

  // A composite is loaded and stored part by part.
  // CHECK: spv.Load "StorageBuffer" %{{.*}} : i8
  // CHECK: spv.UConvert %{{.*}} : i8 to i32
  // CHECK: spv.Load "StorageBuffer" %{{.*}} : si8
  // CHECK: spv.SConvert %{{.*}} : si8 to si32
  // CHECK: spv.UConvert %{{.*}} : i32 to i8
  // CHECK: spv.Store "StorageBuffer" %{{.*}} : i8
  // CHECK: spv.SConvert %{{.*}} : si32 to si8
  // CHECK: spv.Store "StorageBuffer" %{{.*}} : si8
  spv.func @main() "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %pairs = spv.mlir.addressof @pairs : !spv.ptr<!spv.struct<(!spv.rtarray<!spv.struct<(i8 [0], si8 [1])>, stride=2> [0]), Block>, StorageBuffer>
    %p = spv.AccessChain %pairs[%c0, %c0] : !spv.ptr<!spv.struct<(!spv.rtarray<!spv.struct<(i8 [0], si8 [1])>, stride=2> [0]), Block>, StorageBuffer>, i32, i32
    %q = spv.AccessChain %pairs[%c0, %c1] : !spv.ptr<!spv.struct<(!spv.rtarray<!spv.struct<(i8 [0], si8 [1])>, stride=2> [0]), Block>, StorageBuffer>, i32, i32
    %x = spv.Load "StorageBuffer" %p : !spv.struct<(i8 [0], si8 [1])>
    spv.Store "StorageBuffer" %q, %x : !spv.struct<(i8 [0], si8 [1])>
    spv.Return
  }
}
}
