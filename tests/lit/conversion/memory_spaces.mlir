// RUN: spv-opt %s --split-input-file --map-memref-spirv-storage-class --mlir-compat=22 | FileCheck %s
// Without the option `client-api`, the target environment determines the storage classes.

// CHECK-LABEL: @vulkan
// CHECK-SAME: memref<f32, #spirv.storage_class<StorageBuffer>>
// CHECK-SAME: memref<f32, #spirv.storage_class<Image>>
func.func @vulkan(%a: memref<f32>, %b: memref<f32, 12>) { return }

// -----

module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>} {
  // CHECK-LABEL: @opencl
  // CHECK-SAME: memref<f32, #spirv.storage_class<CrossWorkgroup>>
  func.func @opencl(%a: memref<f32>) { return }
}
