// Float formats that MLIR has, but not SPIR-V: their constants.
// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s -o %t.mlir
// RUN: spv-opt %t.mlir | FileCheck %s

// A double has its own digits; what literals cannot say is in hexadecimal.
// CHECK-LABEL: func.func @wide
// CHECK: arith.constant 0.100000000000000005551 : f80
// CHECK: arith.constant 0x3FFF8000000000000001 : f80
// CHECK: arith.constant 1.000000e+22 : f128
// CHECK: arith.constant 0x3FFF0000000000000000000000000001 : f128
// CHECK: arith.constant 0x7FFF0000000000000000000000000000 : f128
func.func @wide() {
  arith.constant 0.1 : f80
  arith.constant 0x3FFF8000000000000001 : f80
  arith.constant 1.0e22 : f128
  arith.constant 0x3FFF0000000000000000000000000001 : f128
  arith.constant 1.0e400 : f128
  return
}

// Beyond the greatest number an infinity, or NaN where there is none; no negative zero in FNUZ.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.constant 0x78 : f8E4M3
// CHECK: arith.constant 0x7F : f8E4M3FN
// CHECK: arith.constant 0x80 : f8E4M3FNUZ
// CHECK: arith.constant 0.000000e+00 : f8E5M2FNUZ
// CHECK: arith.constant dense<[3.000000e+01, 0x80]> : vector<2xf8E4M3B11FNUZ>
// CHECK: arith.constant 9.997550e-02 : tf32
func.func @narrow() {
  arith.constant 1.0e9 : f8E4M3
  arith.constant 1.0e9 : f8E4M3FN
  arith.constant -1.0e9 : f8E4M3FNUZ
  arith.constant -0.0 : f8E5M2FNUZ
  arith.constant dense<[30.0, 31.0]> : vector<2xf8E4M3B11FNUZ>
  arith.constant 0.1 : tf32
  return
}
