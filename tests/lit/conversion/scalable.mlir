// RUN: spv-opt %s --split-input-file --verify-diagnostics --convert-to-spirv

// SPIR-V has no vectors whose length is not known.

// expected-error @+2 {{failed to legalize operation 'func.func'}}
// expected-note @+1 {{SPIR-V has no scalable vectors: use vectors of fixed length}}
func.func @f(%a: vector<[4]xf32>) {
  return
}

// -----

// expected-error @+1 {{memref types have no scalable dimensions}}
func.func private @g(memref<[4]xf32>)
