// RUN: spv-opt %s --mlir-print-elementsattrs-with-hex-if-larger=3 | FileCheck %s --check-prefix=HEX
// RUN: spv-opt %s -mlir-print-elementsattrs-with-hex-if-larger=3 | spv-opt - | FileCheck %s
// RUN: spv-opt %s --mlir-print-elementsattrs-with-hex-if-larger=4 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 -mlir-print-elementsattrs-with-hex-if-larger=-1 | FileCheck %s
// RUN: spv-opt %s -mlir-print-op-on-diagnostic=false -mlir-print-stacktrace-on-diagnostic | FileCheck %s
// REQUIRES: mlir-opt-14
// RUN: mlir-opt-14 %s -mlir-print-elementsattrs-with-hex-if-larger=3 | FileCheck %s --check-prefix=HEX
// CHECK: spv.Constant dense<[1, 2, 3, 4]> : vector<4xi32>
// HEX: spv.Constant dense<"0x01000000020000000300000004000000"> : vector<4xi32>
// HEX: spv.Constant dense<[1, 2, 3]> : vector<3xi32>
// HEX: spv.Constant dense<7> : vector<4xi32>
func @f() {
  %0 = spv.Constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %1 = spv.Constant dense<[1, 2, 3]> : vector<3xi32>
  %2 = spv.Constant dense<7> : vector<4xi32>
  return
}
