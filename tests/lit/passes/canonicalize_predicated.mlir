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

  // A variable that no other invocation sees is there whatever the predicate is.
  // CHECK-LABEL: spv.func @variable
  // CHECK:       %[[V:.*]] = spv.Variable
  // CHECK-NEXT:  spv.Store "Function" %[[V]], %d : i32
  // CHECK-NEXT:  %[[OLD:.*]] = spv.Load "Function" %[[V]] : i32
  // CHECK-NEXT:  %[[NEW:.*]] = spv.Select %c, %a, %[[OLD]] : i1, i32
  // CHECK-NEXT:  spv.Store "Function" %[[V]], %[[NEW]] : i32
  // CHECK-NEXT:  %[[L:.*]] = spv.Load "Function" %[[V]] : i32
  // CHECK-NEXT:  %[[X:.*]] = spv.Select %e, %[[L]], %d : i1, i32
  // CHECK-NEXT:  spv.ReturnValue %[[X]] : i32
  spv.func @variable(%a: i32, %d: i32, %c: i1, %e: i1) -> i32 "None" {
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %d : i32
    spv.PredicatedStoreINTEL %v, %a, %c : !spv.ptr<i32, Function>, i32, i1
    %x = spv.PredicatedLoadINTEL %v, %e, %d : !spv.ptr<i32, Function>, i1 -> i32
    spv.ReturnValue %x : i32
  }

  // One of two stores happens.
  // CHECK-LABEL: spv.func @complement
  // CHECK:       %[[N:.*]] = spv.LogicalNot %c : i1
  // CHECK-NEXT:  %[[X:.*]] = spv.Select %c, %a, %b : i1, i32
  // CHECK-NEXT:  spv.Store "CrossWorkgroup" %p, %[[X]] ["Aligned", 4] : i32
  // CHECK-NEXT:  %[[Y:.*]] = spv.Select %c, %b, %a : i1, i32
  // CHECK-NEXT:  spv.Store "CrossWorkgroup" %q, %[[Y]] : i32
  // CHECK-NEXT:  spv.PredicatedStoreINTEL %p, %a, %c
  // CHECK-NEXT:  spv.Load
  // CHECK-NEXT:  spv.PredicatedStoreINTEL %p, %b, %[[N]]
  spv.func @complement(%p: !spv.ptr<i32, CrossWorkgroup>, %q: !spv.ptr<i32, CrossWorkgroup>, %a: i32, %b: i32, %c: i1) -> i32 "None" {
    spv.PredicatedStoreINTEL %p, %a, %c ["Aligned", 4] : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    %n = spv.LogicalNot %c : i1
    spv.PredicatedStoreINTEL %p, %b, %n ["Aligned", 4] : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.PredicatedStoreINTEL %q, %a, %n : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.PredicatedStoreINTEL %q, %b, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.PredicatedStoreINTEL %p, %a, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    %x = spv.Load "CrossWorkgroup" %p : i32
    spv.PredicatedStoreINTEL %p, %b, %n : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.ReturnValue %x : i32
  }
}
