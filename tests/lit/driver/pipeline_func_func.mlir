// Passes of functions run on those of `func`, too, with the options of mlir-opt.
// RUN: spv-opt %s --mlir-compat=19 --pass-pipeline="builtin.module(func.func(canonicalize{test-convergence region-simplify=aggressive}))" | FileCheck %s

// CHECK:      func.func @f(%arg0: i64) -> i64 {
// CHECK-NEXT:   spirv.ReturnValue %arg0 : i64
func.func @f(%a: i64) -> i64 {
  %0 = spirv.Bitcast %a : i64 to f64
  %1 = spirv.Bitcast %0 : f64 to i64
  spirv.ReturnValue %1 : i64
}
