// RUN: spv-opt %s --convert-to-spirv=target=opencl3.0 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl1.2 --target-env=opencl1.2 -o %t.spv
// RUN: spv-opt %s --convert-to-spirv="target=opencl3.0 use-64bit-index=false" | FileCheck %s --check-prefix=NARROW

// Kernels for OpenCL get the sizes of memrefs as arguments after their own: those that the code uses, of the type of `index`.

gpu.module @m {
  // The length of the first dimension is not needed, and a row that begins at 0 needs no stride.
  // CHECK-LABEL: spv.func @rows(
  // CHECK-SAME: %a: !spv.ptr<i32, CrossWorkgroup>, %b: !spv.ptr<!spv.array<16 x i32>, CrossWorkgroup>) "None"
  gpu.func @rows(%a: memref<?x?xi32>, %b: memref<16xi32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0, %i] : memref<?x?xi32>
    memref.store %x, %b[%i] : memref<16xi32>
    gpu.return
  }

  // CHECK-LABEL: spv.func @plain(
  // CHECK-SAME: %a: !spv.ptr<f32, CrossWorkgroup>, %b: !spv.ptr<f32, CrossWorkgroup>) "None"
  // CHECK: spv.PtrAccessChain %a[
  gpu.func @plain(%a: memref<?xf32>, %b: memref<?x4xf32>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%i, %i] : memref<?x4xf32>
    gpu.return
  }

  // CHECK-LABEL: spv.func @strided(
  // CHECK-SAME: %a: !spv.ptr<i32, CrossWorkgroup>, %n: i32, %b: !spv.ptr<i32, CrossWorkgroup>, %a_length1: i64, %b_length0: i64, %b_offset: i64, %b_stride0: i64) "None"
  // CHECK: spv.IMul %{{.*}}, %a_length1 : i64
  // NARROW-LABEL: spv.func @strided(
  // NARROW-SAME: %a_length1: i32, %b_length0: i32, %b_offset: i32, %b_stride0: i32) "None"
  gpu.func @strided(%a: memref<?x?xi32>, %n: i32, %b: memref<?x?xi32, strided<[?, 1], offset: ?>>) kernel
      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8]>} {
    %i = gpu.global_id x
    %j = gpu.global_id y
    %c0 = arith.constant 0 : index
    %rows = memref.dim %b, %c0 : memref<?x?xi32, strided<[?, 1], offset: ?>>
    %last = arith.subi %rows, %i : index
    %x = memref.load %a[%i, %j] : memref<?x?xi32>
    %y = arith.addi %x, %n : i32
    memref.store %y, %b[%last, %j] : memref<?x?xi32, strided<[?, 1], offset: ?>>
    gpu.return
  }
}
