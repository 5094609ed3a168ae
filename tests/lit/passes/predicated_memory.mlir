// RUN: spv-opt %s --store-forward | FileCheck %s --check-prefix=FORWARD
// RUN: spv-opt %s --dse | FileCheck %s --check-prefix=DSE
// RUN: spv-opt %s --canonicalize --mem2reg --dce | FileCheck %s --check-prefix=MEM2REG

// Predicated accesses: what is known under a predicate holds under the same alone, and overwrites under the same alone.

spv.module Physical64 OpenCL requires #spv.vce<v1.6, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> {
  // FORWARD-LABEL: spv.func @loads
  // FORWARD:      %[[A:.*]] = spv.Load "CrossWorkgroup" %p : i32
  // FORWARD-NEXT: %[[S:.*]] = spv.Select %c, %[[A]], %d : i1, i32
  // FORWARD-NEXT: %[[B:.*]] = spv.PredicatedLoadINTEL %q, %c, %d
  // FORWARD-NEXT: %[[T:.*]] = spv.Select %c, %[[B]], %[[A]] : i1, i32
  // FORWARD-NEXT: %[[E:.*]] = spv.PredicatedLoadINTEL %q, %e, %d
  // FORWARD-NEXT: %[[F:.*]] = spv.Load "CrossWorkgroup" %q : i32
  spv.func @loads(%p: !spv.ptr<i32, CrossWorkgroup>, %q: !spv.ptr<i32, CrossWorkgroup>, %d: i32, %c: i1, %e: i1) -> i32 "None" {
    %0 = spv.Load "CrossWorkgroup" %p : i32
    %1 = spv.PredicatedLoadINTEL %p, %c, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    %2 = spv.PredicatedLoadINTEL %q, %c, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    %3 = spv.PredicatedLoadINTEL %q, %c, %0 : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    %4 = spv.PredicatedLoadINTEL %q, %e, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    %5 = spv.Load "CrossWorkgroup" %q : i32
    %6 = spv.IAdd %1, %2 : i32
    %7 = spv.IAdd %3, %4 : i32
    %8 = spv.IAdd %6, %7 : i32
    %9 = spv.IAdd %8, %5 : i32
    spv.ReturnValue %9 : i32
  }

  // FORWARD-LABEL: spv.func @stores
  // FORWARD:      spv.PredicatedStoreINTEL %p, %a, %c
  // FORWARD-NEXT: %[[X:.*]] = spv.Select %c, %a, %d : i1, i32
  // FORWARD-NEXT: %[[Y:.*]] = spv.PredicatedLoadINTEL %p, %e, %d
  // FORWARD-NEXT: spv.PredicatedStoreINTEL %q, %d, %e
  // FORWARD-NEXT: %[[Z:.*]] = spv.PredicatedLoadINTEL %p, %c, %d
  spv.func @stores(%p: !spv.ptr<i32, CrossWorkgroup>, %q: !spv.ptr<i32, CrossWorkgroup>, %a: i32, %d: i32, %c: i1, %e: i1) -> i32 "None" {
    spv.PredicatedStoreINTEL %p, %a, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    %0 = spv.PredicatedLoadINTEL %p, %c, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    %1 = spv.PredicatedLoadINTEL %p, %e, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    spv.PredicatedStoreINTEL %q, %d, %e : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    %2 = spv.PredicatedLoadINTEL %p, %c, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    %3 = spv.IAdd %0, %1 : i32
    %4 = spv.IAdd %3, %2 : i32
    spv.ReturnValue %4 : i32
  }

  // DSE-LABEL: spv.func @overwritten
  // DSE-NEXT:  spv.PredicatedStoreINTEL %p, %b, %c
  // DSE-NEXT:  spv.PredicatedStoreINTEL %q, %a, %c
  // DSE-NEXT:  spv.PredicatedStoreINTEL %q, %b, %e
  // DSE-NEXT:  spv.Store "CrossWorkgroup" %r, %b : i32
  // DSE-NEXT:  spv.Store "CrossWorkgroup" %s, %a : i32
  // DSE-NEXT:  spv.PredicatedStoreINTEL %s, %b, %c
  // DSE-NEXT:  spv.Return
  spv.func @overwritten(%p: !spv.ptr<i32, CrossWorkgroup>, %q: !spv.ptr<i32, CrossWorkgroup>, %r: !spv.ptr<i32, CrossWorkgroup>, %s: !spv.ptr<i32, CrossWorkgroup>, %a: i32, %b: i32, %c: i1, %e: i1) "None" {
    spv.PredicatedStoreINTEL %p, %a, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.PredicatedStoreINTEL %p, %b, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.PredicatedStoreINTEL %q, %a, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.PredicatedStoreINTEL %q, %b, %e : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.PredicatedStoreINTEL %r, %a, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.Store "CrossWorkgroup" %r, %b : i32
    spv.Store "CrossWorkgroup" %s, %a : i32
    spv.PredicatedStoreINTEL %s, %b, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.Return
  }

  // The second store may leave the first one's value; nothing reads what the third stores.
  // DSE-LABEL: spv.func @own
  // DSE:       spv.Store "Function" %{{.*}}, %a : i32
  // DSE-NEXT:  spv.PredicatedStoreINTEL %{{.*}}, %b, %c
  // DSE-NEXT:  %[[X:.*]] = spv.PredicatedLoadINTEL
  // DSE-NEXT:  spv.ReturnValue %[[X]]
  // MEM2REG-LABEL: spv.func @own
  // MEM2REG-NEXT:  %[[V:.*]] = spv.Select %c, %b, %a : i1, i32
  // MEM2REG-NEXT:  %[[X:.*]] = spv.Select %e, %[[V]], %b : i1, i32
  // MEM2REG-NEXT:  spv.ReturnValue %[[X]]
  spv.func @own(%a: i32, %b: i32, %c: i1, %e: i1) -> i32 "None" {
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %a : i32
    spv.PredicatedStoreINTEL %v, %b, %c : !spv.ptr<i32, Function>, i32, i1
    %0 = spv.PredicatedLoadINTEL %v, %e, %b : !spv.ptr<i32, Function>, i1 -> i32
    spv.PredicatedStoreINTEL %v, %a, %e : !spv.ptr<i32, Function>, i32, i1
    spv.ReturnValue %0 : i32
  }
}
