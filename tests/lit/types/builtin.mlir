// Builtin types that only other dialects use, and `arith.constant`: as mlir-opt-14 has them.
// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s --verify-roundtrip --emit=none
// RUN: spv-opt %s --emit=generic | spv-opt - | FileCheck %s
// RUN: spv-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CSE
// REQUIRES: mlir-opt-14
// RUN: spv-opt %s --mlir-compat=14 | mlir-opt-14 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 --mlir-print-op-generic | mlir-opt-14 | FileCheck %s

// CHECK: func private @memrefs(memref<4x?xf32, 3>, memref<*xf32>, memref<f32>, memref<0xi1>, memref<4xvector<2xindex>>)
func private @memrefs(memref<4 x ? x f32, 3>, memref<*xf32>, memref<f32>, memref<0xi1>, memref<4xvector<2xindex>>)

// CHECK: func private @spaces(memref<4xf32>, memref<4xf32>, memref<4xf32, 1 : i32>, memref<*xf32, "x">, memref<4xf32, {a = 1 : i32}>)
func private @spaces(memref<4xf32, 0>, memref<4xf32, 0 : i32>, memref<4xf32, 1 : i32>, memref<*xf32, "x">, memref<4xf32, {a = 1 : i32}>)

// CHECK: func private @nested(memref<4xmemref<?xmemref<*xf32, 2>>>)
func private @nested(memref<4xmemref<?xmemref<*xf32, 2>>>)

// CHECK: func private @tensors(tensor<?x4xf32>, tensor<*xf32>, tensor<f32>, tensor<0x4xindex>, tensor<4xf32, 1 : i64>, tensor<?x!spv.ptr<f32, Function>>)
func private @tensors(tensor<?x4xf32>, tensor<*xf32>, tensor<f32>, tensor<0x4xindex>, tensor<4xf32, 1>, tensor<?x!spv.ptr<f32, Function>>)

// CHECK-LABEL: func @constants
// CSE-LABEL:   func @constants
func @constants() -> (i32, i32) {
  // CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
  // CHECK-NEXT: %c1_i32_0 = arith.constant 1 : i32
  // CHECK-NEXT: %c-4_i8 = arith.constant {a} -4 : i8
  // CHECK-NEXT: %c2 = arith.constant 2 : index
  // CHECK-NEXT: %true = arith.constant true
  // CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
  // CHECK-NEXT: %cst_1 = arith.constant dense<[1, 2]> : vector<2xi32>
  // CHECK-NEXT: %cst_2 = arith.constant dense<1> : tensor<2xi32>
  // CHECK-NEXT: return %c1_i32, %c1_i32_0 : i32, i32
  // CSE-NEXT: %c1_i32 = arith.constant 1 : i32
  // CSE-NEXT: return %c1_i32, %c1_i32 : i32, i32
  %0 = arith.constant 1: i32
  %1 = "arith.constant"() {value = 1 : i32} : () -> i32
  %2 = arith.constant {a} -4 : i8
  %3 = arith.constant 2 : index
  %4 = arith.constant true
  %5 = arith.constant 1.0 : f32
  %6 = arith.constant dense<[1, 2]> : vector<2xi32>
  %7 = arith.constant dense<1> : tensor<2xi32>
  return %0, %1 : i32, i32
}
