// RUN: spv-opt %s --convert-to-spirv=target=opencl2.0 | FileCheck %s
// RUN: spv-opt %s --convert-to-spirv=target=opencl1.2 -o %t.spv
// RUN: spv-opt %t.spv --target-env=opencl1.2 --emit=none
// RUN: spv-opt %s --convert-to-spirv=target=vulkan1.1 | FileCheck %s --check-prefix=VULKAN

// OpenCL runtimes know mul_hi, but not the instructions with both halves of a product, or with a carry.
// CHECK-NOT: MulExtended
// CHECK: %[[SUM:.*]] = spv.IAdd %[[A:.*]], %[[B:.*]] : i32
// CHECK: spv.ULessThan %[[SUM]], %[[A]] : i32
// CHECK-DAG: spv.IMul %[[A]], %[[B]] : i32
// CHECK-DAG: spv.OCL.s_mul_hi %[[A]], %[[B]] : i32
// CHECK-DAG: spv.OCL.u_mul_hi %[[A]], %[[B]] : i32
// VULKAN: spv.IAddCarry
// VULKAN: spv.SMulExtended
// VULKAN: spv.UMulExtended
gpu.module @m {
  gpu.func @k(%a: memref<64xi32>, %b: memref<64xi32>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 1, 1]>} {
    %i = gpu.global_id x
    %x = memref.load %a[%i] : memref<64xi32>
    %y = memref.load %b[%i] : memref<64xi32>
    %sum, %carry = arith.addui_extended %x, %y : i32, i1
    %sl, %sh = arith.mulsi_extended %x, %y : i32
    %ul, %uh = arith.mului_extended %x, %y : i32
    %r = arith.xori %sl, %sh : i32
    %s = arith.xori %r, %uh : i32
    %t = arith.select %carry, %s, %sum : i32
    memref.store %t, %b[%i] : memref<64xi32>
    gpu.return
  }
}
