// RUN: spv-opt %s --canonicalize | FileCheck %s

// Accesses whose predicate is known.

spv.module Physical64 OpenCL requires #spv.vce<v1.6, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> {
  // CHECK-LABEL: spv.func @is_true
  // CHECK-NEXT: %[[X:.*]] = spv.Load "CrossWorkgroup" %{{.*}} ["Aligned", 4] : i32
  // CHECK-NEXT: spv.Store "CrossWorkgroup" %{{.*}}, %[[X]] ["Nontemporal"] : i32
  // CHECK-NEXT: spv.ReturnValue %[[X]]
  spv.func @is_true(%p: !spv.ptr<i32, CrossWorkgroup>, %d: i32) -> i32 "None" {
    %true = spv.Constant true
    %x = spv.PredicatedLoadINTEL %p, %true, %d ["Aligned", 4] : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    spv.PredicatedStoreINTEL %p, %x, %true ["Nontemporal"] : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.ReturnValue %x : i32
  }

  // CHECK-LABEL: spv.func @is_false
  // CHECK-NEXT: spv.ReturnValue %d
  spv.func @is_false(%p: !spv.ptr<i32, CrossWorkgroup>, %d: i32) -> i32 "None" {
    %false = spv.Constant false
    %x = spv.PredicatedLoadINTEL %p, %false, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    spv.PredicatedStoreINTEL %p, %x, %false : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.ReturnValue %x : i32
  }

  // CHECK-LABEL: spv.func @is_open
  // CHECK-NEXT: spv.PredicatedLoadINTEL
  // CHECK-NEXT: spv.PredicatedStoreINTEL
  spv.func @is_open(%p: !spv.ptr<i32, CrossWorkgroup>, %d: i32, %c: i1) -> i32 "None" {
    %x = spv.PredicatedLoadINTEL %p, %c, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    spv.PredicatedStoreINTEL %p, %x, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.ReturnValue %x : i32
  }
}
