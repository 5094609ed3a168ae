// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+StorageBuffer8BitAccess+StorageBuffer16BitAccess | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2+StorageBuffer8BitAccess+StorageBuffer16BitAccess -o %t.spv
// A device that only stores narrow numbers converts them to 32 bits when it loads them.
gpu.module @m {
  // CHECK-LABEL: spv.func @sum
  gpu.func @sum(%x: memref<64xf16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    // CHECK: %[[LOADED:.*]] = spv.Load "StorageBuffer" %{{.*}} : f16
    // CHECK: spv.FConvert %[[LOADED]] : f16 to f32
    %a = memref.load %x[%i] : memref<64xf16>
    // CHECK: spv.FAdd %{{.*}} : f32
    %s = arith.addf %a, %a : f16
    // CHECK: spv.FConvert %{{.*}} : f32 to f16
    // CHECK: spv.Store "StorageBuffer" %{{.*}} : f16
    memref.store %s, %x[%i] : memref<64xf16>
    gpu.return
  }
  // CHECK-LABEL: spv.func @integers
  gpu.func @integers(%x: memref<64xi8>, %y: memref<64xi16>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    // CHECK: spv.Load "StorageBuffer" %{{.*}} : i8
    // CHECK: spv.UConvert %{{.*}} : i8 to i32
    %a = memref.load %x[%i] : memref<64xi8>
    %e = arith.extsi %a : i8 to i16
    // CHECK: spv.UConvert %{{.*}} : i32 to i16
    // CHECK: spv.Store "StorageBuffer" %{{.*}} : i16
    memref.store %e, %y[%i] : memref<64xi16>
    gpu.return
  }
}
