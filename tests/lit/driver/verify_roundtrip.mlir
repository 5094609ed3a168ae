// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// RUN: spv-opt %s -verify-roundtrip --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: spv-opt %s --verify-roundtrip --mlir-compat=14 | FileCheck %s
// RUN: spv-opt %s --verify-roundtrip --mlir-prefix=spirv --mlir-print-local-scope | FileCheck %s --check-prefix=PREFIX
// The text in the form that is asked for reads back as the same module.
// CHECK: spv.GlobalVariable @g
// GENERIC: "spv.GlobalVariable"()
// PREFIX: spirv.GlobalVariable @g
spv.module Logical GLSL450 {
  spv.GlobalVariable @g : !spv.ptr<!spv.struct<(f32 [0], i32 [4])>, Uniform>
}
