// RUN: spv-opt %s --mlir-compat=19 --no-implicit-module | FileCheck %s

// The forms of LLVM 19 that no other version has.

spirv.module PhysicalStorageBuffer64 OpenCL requires #spirv.vce<v1.0, [Kernel, Addresses, PhysicalStorageBufferAddresses], []> {
  // CHECK-LABEL: spirv.func @decorated(%arg0: !spirv.ptr<i32, PhysicalStorageBuffer> {spirv.decoration = #spirv.decoration<Aliased>}) "None"
  spirv.func @decorated(%a: !spirv.ptr<i32, PhysicalStorageBuffer> {spirv.decoration = #spirv.decoration<Aliased>}) "None" {
    spirv.Return
  }
  // CHECK-LABEL: spirv.func @cast
  spirv.func @cast(%a: !spirv.ptr<f32, Generic>) "None" {
    // CHECK: spirv.GenericCastToPtrExplicit %arg0 : !spirv.ptr<f32, Generic> to !spirv.ptr<f32, CrossWorkgroup>
    %0 = spirv.GenericCastToPtrExplicit %a : !spirv.ptr<f32, Generic> to !spirv.ptr<f32, CrossWorkgroup>
    spirv.Return
  }
  // CHECK-LABEL: spirv.func @print
  spirv.func @print(%format: !spirv.ptr<i8, UniformConstant>, %a: i32, %b: f32) "None" {
    // CHECK: spirv.CL.printf %arg0, %arg1, %arg2 : (!spirv.ptr<i8, UniformConstant>, (i32, f32)) -> i32
    %0 = spirv.CL.printf %format, %a, %b : (!spirv.ptr<i8, UniformConstant>, (i32, f32)) -> i32
    spirv.Return
  }
}

spirv.module Logical Vulkan requires #spirv.vce<v1.6, [Shader, CooperativeMatrixKHR, VulkanMemoryModel], [SPV_KHR_cooperative_matrix]> {
  // CHECK-LABEL: spirv.func @matrices
  spirv.func @matrices(%p: !spirv.ptr<f16, StorageBuffer>, %stride: i32, %b: !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB>, %c: !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>) "None" {
    // CHECK: spirv.KHR.CooperativeMatrixLoad %arg0, %arg1, <RowMajor> : !spirv.ptr<f16, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>
    %a = spirv.KHR.CooperativeMatrixLoad %p, %stride, <RowMajor> : !spirv.ptr<f16, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>
    // CHECK: spirv.KHR.CooperativeMatrixMulAdd %{{.*}}, %arg2, %arg3 : !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB> -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>
    %d = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<16x16xf16, Subgroup, MatrixA>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixB> -> !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>
    // CHECK: spirv.KHR.CooperativeMatrixStore %arg0, %{{.*}}, %arg1, <ColumnMajor>, <Nontemporal> : !spirv.ptr<f16, StorageBuffer>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>, i32
    spirv.KHR.CooperativeMatrixStore %p, %d, %stride, <ColumnMajor>, <Nontemporal> : !spirv.ptr<f16, StorageBuffer>, !spirv.coopmatrix<16x16xf16, Subgroup, MatrixAcc>, i32
    spirv.Return
  }
}

// CHECK-LABEL: func.func @host
func.func @host() -> vector<3xi1> {
  // CHECK: arith.constant dense<true> : vector<3xi1>
  %0 = arith.constant dense<[true, true, true]> : vector<3xi1>
  // CHECK: return %{{.*}} : vector<3xi1>
  return %0 : vector<3xi1>
}
