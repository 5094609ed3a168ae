// RUN: spv-opt %s | FileCheck %s

// What divides an expression is worked out once for each of its parts: twice would double the time with each division.
// CHECK: affine_map<(d0) -> ({{\(+}}d0 floordiv -1) floordiv -1)
func private @f() attributes {
  a = affine_map<(i) -> (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((i floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) floordiv -1) mod 3)>}
