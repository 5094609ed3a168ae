// RUN: spv-opt %s -O | FileCheck %s
// RUN: spv-opt %s -O3 | FileCheck %s
// RUN: spv-opt %s -Os | FileCheck %s
// RUN: sed 's/, PredicatedIOINTEL\], \[SPV_INTEL_predicated_io\]/], []/' %s | spv-opt - -O | FileCheck %s --check-prefix=WITHOUT
// RUN: sed 's/\(requires .*\) {$/\1 attributes { spv.target_env = #spv.target_env<#spv.vce<v1.4, [Kernel, Addresses, Linkage], []>, {}> } {/' %s | spv-opt - -O --legalize | FileCheck %s --check-prefix=WITHOUT
// Pipelines convert selections of modules that declare PredicatedIOINTEL. What is known under a predicate needs no load.

// CHECK-LABEL: spv.func @saturate
// CHECK-NOT: spv.mlir.selection
// CHECK: %[[OLD:.*]] = spv.PredicatedLoadINTEL %p, %c, %{{.*}}
// CHECK: %[[NEW:.*]] = spv.IAdd %[[OLD]], %x : i32
// CHECK: spv.PredicatedStoreINTEL %p, %[[NEW]], %c
// CHECK-NOT: Load
// CHECK: spv.ReturnValue
// WITHOUT-LABEL: spv.func @saturate
// WITHOUT: spv.mlir.selection
// WITHOUT-NOT: Predicated
spv.module Physical64 OpenCL requires #spv.vce<v1.6, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> {
  spv.func @saturate(%p: !spv.ptr<i32, CrossWorkgroup>, %x: i32, %c: i1) -> i32 "None" attributes {linkage_attributes = ["saturate", "Export"]} {
    %zero = spv.Constant 0 : i32
    %r = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^bb1, ^bb2(%zero : i32)
    ^bb1:
      %old = spv.Load "CrossWorkgroup" %p : i32
      %new = spv.IAdd %old, %x : i32
      spv.Store "CrossWorkgroup" %p, %new : i32
      spv.Branch ^bb2(%new : i32)
    ^bb2(%v: i32):
      spv.mlir.merge %v : i32
    }
    spv.ReturnValue %r : i32
  }
}
