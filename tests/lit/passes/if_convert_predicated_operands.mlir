// RUN: spv-opt %s --if-convert-predicated=always | FileCheck %s
// RUN: spv-opt %s --if-convert-predicated=always --spirv-update-vce --target-env=universal1.6 -o %t.spv

// Consumers fail on memory operands of predicated accesses. Kernels often declare no constructs.

spv.module Physical64 OpenCL requires #spv.vce<v1.6, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> {
  // CHECK-LABEL: spv.func @natural
  // CHECK: spv.PredicatedStoreINTEL %p, %x, %c : !spv.ptr<vector<3xi32>, CrossWorkgroup>, vector<3xi32>, i1
  spv.func @natural(%p: !spv.ptr<vector<3xi32>, CrossWorkgroup>, %x: vector<3xi32>, %c: i1) "None" {
    spv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    spv.Store "CrossWorkgroup" %p, %x ["Aligned|Nontemporal", 16] : vector<3xi32>
    spv.Branch ^bb2
  ^bb2:
    spv.Return
  }

  // CHECK-LABEL: spv.func @more
  // CHECK: spv.PredicatedLoadINTEL %p, %c, %x : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
  spv.func @more(%p: !spv.ptr<i32, CrossWorkgroup>, %x: i32, %c: i1) -> i32 "None" {
    spv.BranchConditional %c, ^bb1, ^bb2(%x : i32)
  ^bb1:
    %0 = spv.Load "CrossWorkgroup" %p ["Aligned", 16] : i32
    spv.Branch ^bb2(%0 : i32)
  ^bb2(%1: i32):
    spv.ReturnValue %1 : i32
  }

  // CHECK-LABEL: spv.func @less
  // CHECK-NOT: Predicated
  // CHECK: spv.Store "CrossWorkgroup" %p, %x ["Aligned", 2] : i32
  // CHECK-NOT: Predicated
  spv.func @less(%p: !spv.ptr<i32, CrossWorkgroup>, %x: i32, %c: i1) "None" {
    spv.BranchConditional %c, ^bb1, ^bb2
  ^bb1:
    spv.Store "CrossWorkgroup" %p, %x ["Aligned", 2] : i32
    spv.Branch ^bb2
  ^bb2:
    spv.Return
  }
}
