// RUN: spv-opt %s --mlir-print-op-generic --mlir-print-debuginfo | FileCheck %s
// The block of a function without content is none of the binary: it has no location and no name of its own.

// CHECK: "spv.func"() ({
// CHECK-NEXT: ^bb0:
// CHECK-NEXT: }) {function_control = "None", sym_name = "c", type = () -> ()} : () -> () loc("a.cl":5:6)
"builtin.module"() ({
  "spv.module"() ({
    "spv.func"() ({
    ^entry loc("a.cl":7:8):
    }) {function_control = "None", sym_name = "c", type = () -> ()} : () -> () loc("a.cl":5:6)
  }) {addressing_model = "Physical64", memory_model = "OpenCL", vce_triple = #spv.vce<v1.6, [Kernel, Linkage, Addresses], []>} : () -> ()
}) : () -> ()
