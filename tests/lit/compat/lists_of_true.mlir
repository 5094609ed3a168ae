// LLVM 14 tells a list of `true` from a splat, of `false` it does not.
// RUN: spv-opt %s --mlir-compat=14 | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 --verify-roundtrip --emit=none
// RUN: spv-opt %s | FileCheck %s --check-prefix=PLAIN

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  // CHECK: func @f
  // CHECK-NEXT: spv.Constant dense<[true, true, true]> : vector<3xi1>
  // CHECK-NEXT: spv.Constant dense<true> : vector<3xi1>
  // CHECK-NEXT: spv.Constant dense<false> : vector<2xi1>
  // CHECK-NEXT: spv.Constant dense<true> : tensor<1xi1> : !spv.array<1 x i1>
  // CHECK-NEXT: spv.Constant dense<[true, true]> : tensor<2xi1> : !spv.array<2 x i1>
  // CHECK-NEXT: spv.Constant dense<1> : vector<2xi32>
  // PLAIN: func @f
  // PLAIN-NEXT: spv.Constant dense<true> : vector<3xi1>
  // PLAIN-NEXT: spv.Constant dense<true> : vector<3xi1>
  spv.func @f() "None" {
    %0 = spv.Constant dense<[true, true, true]> : vector<3xi1>
    %1 = spv.Constant dense<true> : vector<3xi1>
    %2 = spv.Constant dense<[false, false]> : vector<2xi1>
    %3 = spv.Constant dense<[true]> : tensor<1xi1> : !spv.array<1 x i1>
    %4 = spv.Constant dense<[true, true]> : tensor<2xi1> : !spv.array<2 x i1>
    %5 = spv.Constant dense<[1, 1]> : vector<2xi32>
    // Behind the bits LLVM 14 writes zeros, which it does not read itself.
    // CHECK-NEXT: spv.Constant dense<[true, false, true, false, true, false, true, false, true]> : tensor<9xi1>
    %6 = spv.Constant dense<"0x550100000000000000"> : tensor<9xi1> : !spv.array<9 x i1>
    spv.Return
  }
}
