// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s | spv-opt | FileCheck %s
// A name without a dialect is that of an op of the dialect around, where that has one.

// CHECK: module {
// CHECK-NEXT: gpu.module @outer {
// CHECK-NEXT: builtin.module @inner {
// CHECK-NEXT: module @innermost {
"builtin.module"() ({
  "gpu.module"() ({
    "builtin.module"() ({
      "builtin.module"() ({
      ^bb0:
      }) {sym_name = "innermost"} : () -> ()
    }) {sym_name = "inner"} : () -> ()
  }) {sym_name = "outer"} : () -> ()
}) : () -> ()
