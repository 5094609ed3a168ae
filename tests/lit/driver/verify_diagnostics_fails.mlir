// RUN: not spv-opt %s --split-input-file --verify-diagnostics 2>&1 | FileCheck %s
// What is not announced, what does not come, and what comes as something else.
// CHECK: verify_diagnostics_fails.mlir:[[@LINE+3]]:8: error: unexpected error: 'spv.FAdd' op operand #0 must be
// CHECK: verify_diagnostics_fails.mlir:[[@LINE+8]]:4: error: expected error "nothing of the kind" was not produced
func @f(%a: i32) {
  %0 = spv.FAdd %a, %a : i32
  spv.Return
}

// -----

// expected-error @+1 {{nothing of the kind}}
func @f(%a: i32) {
  spv.Return
}

// -----

func @f(%a: i32) {
  // CHECK: verify_diagnostics_fails.mlir:[[@LINE+1]]:6: error: 'error' diagnostic emitted when expecting a 'warning'
  // expected-warning @+1 {{must be}}
  %0 = spv.FAdd %a, %a : i32
  spv.Return
}
