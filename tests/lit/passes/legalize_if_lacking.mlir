// RUN: spv-opt %s --legalize | FileCheck %s
// RUN: spv-opt %s --target-env=opencl2.2 --legalize | FileCheck %s
// RUN: spv-opt %s --expand-predicated-io="if-lacking" --lower-blocking-pipes="if-lacking" | FileCheck %s --check-prefix=LACKING
// Without a target nothing is lacking, and what a module says of its target comes before the environment.
module {
  // CHECK-LABEL: spv.func @open
  // CHECK: spv.PredicatedLoadINTEL
  spv.module Physical64 OpenCL requires #spv.vce<v1.4, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> attributes {
    spv.target_env = #spv.target_env<#spv.vce<v1.4, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]>, {}>
  } {
    spv.func @open(%p: !spv.ptr<i32, CrossWorkgroup>, %c: i1, %d: i32) -> i32 "None" attributes {linkage_attributes = ["open", "Export"]} {
      %x = spv.PredicatedLoadINTEL %p, %c, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
      spv.ReturnValue %x : i32
    }
  }
  // CHECK-NOT: PredicatedIOINTEL
  // CHECK-LABEL: spv.func @lacking
  // CHECK-NOT: spv.PredicatedLoadINTEL
  // CHECK: spv.mlir.selection
  // LACKING: spv.PredicatedLoadINTEL
  // LACKING-NOT: spv.PredicatedLoadINTEL
  spv.module Physical64 OpenCL requires #spv.vce<v1.4, [Kernel, Addresses, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> attributes {
    spv.target_env = #spv.target_env<#spv.vce<v1.4, [Kernel, Addresses, Linkage], []>, {}>
  } {
    spv.func @lacking(%p: !spv.ptr<i32, CrossWorkgroup>, %c: i1, %d: i32) -> i32 "None" attributes {linkage_attributes = ["lacking", "Export"]} {
      %x = spv.PredicatedLoadINTEL %p, %c, %d : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
      spv.ReturnValue %x : i32
    }
  }
}
