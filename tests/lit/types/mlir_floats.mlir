// Float formats that MLIR has, but not SPIR-V: read and written, but not exported.
// RUN: spv-opt %s | FileCheck %s
// RUN: spv-opt %s -o %t.mlir
// RUN: spv-opt %t.mlir | FileCheck %s
// RUN: not spv-opt %s --emit=spirv -o %t.spv 2>&1 | FileCheck %s --check-prefix=EXPORT

// CHECK: spv.GlobalVariable @f80 initializer(1.500000e+00 : f80) : !spv.ptr<f80, Private>
// EXPORT: error: 'f80' is no type of SPIR-V
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.GlobalVariable @f80 initializer(1.5 : f80) : !spv.ptr<f80, Private>
}
