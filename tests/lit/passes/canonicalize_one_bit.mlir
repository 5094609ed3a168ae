// RUN: spv-opt %s --canonicalize | FileCheck %s
// An integer of one bit is no bool: its constants are numbers.
// CHECK-LABEL: spv.func @sum
// CHECK: %[[ZERO:.*]] = spv.Constant 0 : ui1
// CHECK-NEXT: spv.ReturnValue %[[ZERO]] : ui1
// CHECK-LABEL: spv.func @comparison
// CHECK: %[[TRUE:.*]] = spv.Constant true
// CHECK-NEXT: spv.ReturnValue %[[TRUE]] : i1
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Linkage, ArbitraryPrecisionIntegersALTERA], [SPV_ALTERA_arbitrary_precision_integers]> {
  spv.func @sum() -> ui1 "None" {
    %one = spv.Constant 1 : ui1
    %0 = spv.IAdd %one, %one : ui1
    spv.ReturnValue %0 : ui1
  }
  spv.func @comparison() -> i1 "None" {
    %zero = spv.Constant 0 : ui1
    %one = spv.Constant 1 : ui1
    %0 = spv.ULessThan %zero, %one : ui1
    spv.ReturnValue %0 : i1
  }
}
