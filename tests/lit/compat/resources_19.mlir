// Resources: elements whose bytes are in the metadata at the end.
// RUN: spv-opt %s --mlir-compat=19 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 --mlir-print-op-generic | spv-opt --mlir-compat=19 | FileCheck %s
// RUN: spv-opt %s --verify-roundtrip --mlir-compat=19 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=19 --convert-arith-to-spirv | FileCheck --check-prefix=SPIRV %s

// CHECK:      func.func @f() -> (tensor<2x2xf32>, vector<2xi32>) {
// CHECK-NEXT:   arith.constant dense_resource<b> : tensor<2x2xf32>
// CHECK-NEXT:   arith.constant dense_resource<a> : vector<2xi32>
// CHECK-NEXT:   arith.constant {x = [dense_resource<c> : tensor<1xi64>]} 3 : i32
// SPIRV:      spirv.Constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32> : !spirv.array<4 x f32>
// SPIRV:      spirv.Constant dense<[1, 2]> : vector<2xi32>
func.func @f() -> (tensor<2x2xf32>, vector<2xi32>) {
  %0 = arith.constant dense_resource<b> : tensor<2x2xf32>
  %1 = arith.constant dense_resource<a> : vector<2xi32>
  %2 = arith.constant {x = [dense_resource<c> : tensor<1xi64>]} 3 : i32
  return %0, %1 : tensor<2x2xf32>, vector<2xi32>
}

// CHECK:      {-#
// CHECK-NEXT:   dialect_resources: {
// CHECK-NEXT:     builtin: {
// CHECK-NEXT:       b: "0x040000000000803F000000400000404000008040",
// CHECK-NEXT:       a: "0x040000000100000002000000",
// CHECK-NEXT:       c: "0x080000000100000000000000"
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: #-}
{-#
  dialect_resources: {
    builtin: {
      a: "0x040000000100000002000000",
      b: "0x040000000000803F000000400000404000008040",
      unused: "0x0400000001000000",
      c: "0x080000000100000000000000"
    }
  }
#-}
