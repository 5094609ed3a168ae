// RUN: spv-opt %s --target-env=vulkan1.1 --legalize | FileCheck %s
// RUN: spv-opt %s --target-env=vulkan1.1 --legalize -O --emit=spirv -o %t.spv && spirv-val --target-env vulkan1.1 %t.spv
// RUN: spv-opt %s --target-env=vulkan1.2 --legalize | FileCheck %s --check-prefix=HAS
// RUN: spv-opt %s --legalize | FileCheck %s --check-prefix=HAS
// Vulkan 1.1 has Int8, but 8-bit storage with an extension alone.
// CHECK: requires #spv.vce<v1.0, [Shader, Int8], [SPV_KHR_storage_buffer_storage_class]>
// CHECK: spv.GlobalVariable @bytes {{.*}} : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
// HAS: StorageBuffer8BitAccess
// HAS: spv.Load "StorageBuffer" %{{.*}} : i8
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Int8, StorageBuffer8BitAccess], [SPV_KHR_8bit_storage, SPV_KHR_storage_buffer_storage_class]> {
  spv.GlobalVariable @bytes bind(0, 0) : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0]), Block>, StorageBuffer>
  spv.func @main() -> () "None" {
    %zero = spv.Constant 0 : i32
    %three = spv.Constant 3 : i32
    %bytes = spv.mlir.addressof @bytes : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0]), Block>, StorageBuffer>
    %from = spv.AccessChain %bytes[%zero, %zero] : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0]), Block>, StorageBuffer>, i32, i32
    %to = spv.AccessChain %bytes[%zero, %three] : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0]), Block>, StorageBuffer>, i32, i32
    %x = spv.Load "StorageBuffer" %from : i8
    spv.Store "StorageBuffer" %to, %x : i8
    spv.Return
  }
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
}
