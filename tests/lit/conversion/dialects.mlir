// RUN: spv-opt %s --convert-arith-to-spirv | FileCheck %s
// RUN: spv-opt %s --map-memref-spirv-storage-class | FileCheck %s --check-prefix=MAP
// RUN: spv-opt %s --map-memref-spirv-storage-class=client-api=opencl | FileCheck %s --check-prefix=CL

// One dialect alone: casts connect it to what stays.

// CHECK: func.func @f(%a: i32, %i: index, %m: memref<4xf32>, %w: memref<4xf32, 3>)
// CHECK: %[[I:.*]] = builtin.unrealized_conversion_cast %i : index to i32
// CHECK: %[[S:.*]] = spv.IAdd %[[I]], %[[I]] : i32
// CHECK: %[[B:.*]] = builtin.unrealized_conversion_cast %[[S]] : i32 to index
// CHECK: memref.load %m[%[[B]]] : memref<4xf32>
// MAP: func.func @f(%a: i32, %i: index, %m: memref<4xf32, "StorageBuffer">, %w: memref<4xf32, "Workgroup">)
// CL: func.func @f(%a: i32, %i: index, %m: memref<4xf32, "CrossWorkgroup">, %w: memref<4xf32, "Workgroup">)
func.func @f(%a: i32, %i: index, %m: memref<4xf32>, %w: memref<4xf32, 3>) -> f32 {
  %s = arith.addi %i, %i : index
  %v = memref.load %m[%s] : memref<4xf32>
  return %v : f32
}
