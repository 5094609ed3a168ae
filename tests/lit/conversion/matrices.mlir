// Matrices of a subgroup become cooperative matrices.
// RUN: spv-opt %s --mlir-compat=19 --convert-to-spirv=target=vulkan1.3+CooperativeMatrixKHR+Float16+StorageBuffer16BitAccess+StorageBuffer8BitAccess+Int8+VulkanMemoryModel+SPV_KHR_cooperative_matrix | FileCheck %s

// CHECK: spirv.module @kernels Logical Vulkan
// CHECK-LABEL: spirv.func @product
// CHECK-DAG:     %[[STRIDE:.*]] = spirv.Constant 32 : i32
// CHECK:         %[[A:.*]] = spirv.KHR.CooperativeMatrixLoad %{{.*}}, %[[STRIDE]], <RowMajor> : !spirv.ptr<f16, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>
// CHECK:         %[[B:.*]] = spirv.KHR.CooperativeMatrixLoad %{{.*}}, %[[STRIDE]], <ColumnMajor> : !spirv.ptr<f16, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB>
// CHECK:         %[[C:.*]] = spirv.CompositeConstruct %{{.*}} : (f32) -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// CHECK:         %[[D:.*]] = spirv.KHR.CooperativeMatrixMulAdd %[[A]], %[[B]], %[[C]] : !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB> -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// CHECK:         %[[E:.*]] = spirv.MatrixTimesScalar %[[D]], %{{.*}} : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>, f32
// CHECK:         %[[F:.*]] = spirv.FAdd %[[E]], %[[D]] : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// CHECK:         spirv.KHR.CooperativeMatrixStore %{{.*}}, %[[F]], %{{.*}}, <RowMajor> : !spirv.ptr<f32, StorageBuffer>, !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
gpu.module @kernels {
  gpu.func @product(%a: memref<32x32xf16>, %b: memref<32x32xf16>, %d: memref<32x32xf32>, %s: f32) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %i = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %A = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %B = gpu.subgroup_mma_load_matrix %b[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %C = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    %D = gpu.subgroup_mma_compute %A, %B, %C : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %S = gpu.subgroup_mma_constant_matrix %s : !gpu.mma_matrix<16x16xf32, "COp">
    %E = gpu.subgroup_mma_elementwise mulf %D, %S : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    %F = gpu.subgroup_mma_elementwise addf %E, %D : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %F, %d[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
    gpu.return
  }

  // The product says which elements are signed.
  // CHECK-LABEL: spirv.func @bytes
  // CHECK: spirv.KHR.CooperativeMatrixMulAdd %{{.*}}, %{{.*}}, %{{.*}}, <BSigned|CSigned|ResultSigned>
  gpu.func @bytes(%a: memref<16x16xi32>, %b: memref<16x16xi8>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
    %i = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %A = gpu.subgroup_mma_load_matrix %b[%i, %i] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xui8, "AOp">
    %B = gpu.subgroup_mma_load_matrix %b[%i, %i] {leadDimension = 16 : index} : memref<16x16xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
    %C = gpu.subgroup_mma_constant_matrix %one : !gpu.mma_matrix<16x16xi32, "COp">
    %D = gpu.subgroup_mma_compute %A, %B, %C : !gpu.mma_matrix<16x16xui8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.subgroup_mma_store_matrix %D, %a[%i, %i] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
    gpu.return
  }
}
