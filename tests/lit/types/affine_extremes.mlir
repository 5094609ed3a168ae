// RUN: spv-opt %s | spv-opt | FileCheck %s

// Sums and products of constants that overflow stay; the smallest number is read where it has a minus before it.
// CHECK-DAG: #[[A:.*]] = affine_map<(d0) -> (9223372036854775807 + 1, 4611686018427387904 * 2, -9223372036854775808)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0) -> (d0 + -9223372036854775808, d0 * -9223372036854775808)>
// CHECK: private @f() attributes {a = #[[A]], b = #[[B]]}
func private @f() attributes {
  a = affine_map<(i) -> (9223372036854775807 + 1, 4611686018427387904 * 2, 0 - 9223372036854775807 - 1)>,
  b = affine_map<(i) -> (i + 9223372036854775807 + 1, -9223372036854775808 * i)>}
