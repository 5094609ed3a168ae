// RUN: spv-opt %s --mlir-compat=19 -serialize-spirv -no-implicit-module -verify-diagnostics

// expected-error@below {{expected a 'spirv.module' op, got 'builtin.module'}}
module {}
