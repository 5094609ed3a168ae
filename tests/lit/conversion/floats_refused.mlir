// RUN: spv-opt %s --split-input-file '--convert-to-spirv=target=vulkan1.3 emulate-unsupported-float-types=false' --verify-diagnostics

// Floats of formats that SPIR-V does not have.

// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{pattern 'function': argument #0: 'f80' cannot be lowered}}
func.func @extended(%a: f80) {
  return
}

// -----

// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{pattern 'function': argument #0: 'f8E4M3FNUZ' cannot be lowered}}
func.func @without_negative_zero(%a: vector<4xf8E4M3FNUZ>) {
  return
}
