// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.2 -o %t.spv
// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0 -o %t.spv
// Masks are vectors of comparisons. An element that the mask disables accesses no memory.
gpu.module @m {
  // CHECK-LABEL: spv.func @kernel
  gpu.func @kernel(%x: memref<64xf32>, %k: memref<64xi32>, %y: memref<64xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64]>} {
    %i = gpu.global_id x
    %zero = arith.constant 0 : index
    %none = arith.constant dense<0.0> : vector<4xf32>
    // CHECK-COUNT-4: spv.SLessThan
    %mask = vector.create_mask %i : vector<4xi1>
    %all = vector.constant_mask [4] : vector<4xi1>
    %list = vector.load %k[%zero] : memref<64xi32>, vector<4xi32>
    // CHECK: spv.mlir.selection
    // CHECK: spv.Load
    %a = vector.maskedload %x[%i], %mask, %none : memref<64xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %b = vector.gather %x[%zero] [%list], %mask, %a : memref<64xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    // CHECK: spv.mlir.selection
    // CHECK: spv.Store
    vector.maskedstore %y[%i], %mask, %b : memref<64xf32>, vector<4xi1>, vector<4xf32>
    vector.scatter %y[%zero] [%list], %mask, %b : memref<64xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    gpu.return
  }
}
