// Export of MLIR text without a target environment warns about types that need capabilities.
// RUN: spv-opt %s --emit=spirv -o %t.spv 2>&1 | FileCheck %s
// RUN: not spv-opt %s --target-env=spv1.3 --emit=none 2>&1 | FileCheck %s --check-prefix=ERROR
// CHECK: type_warnings.mlir: warning: an integer of 13 bits requires capability ArbitraryPrecisionIntegers{{[A-Z]+}}, which the module does not declare
// CHECK: warning: a vector of 5 components requires capability LongVectorEXT, which the module does not declare
// CHECK: note: --target-env=ENV validates the module
// CHECK-NOT: warning
// ERROR: [SPV-type-vector-length]
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.func @f(%a: i13, %b: vector<5xf32>, %c: vector<4xf32>, %d: i64) "None" {
    spv.Return
  }
}
