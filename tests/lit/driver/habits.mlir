// What people who come from mlir-opt and spirv-opt give.
// RUN: spv-opt %s --set-spec-const-default-value "3:7 5:0x9" | FileCheck %s --check-prefix=DEFAULTS
// RUN: spv-opt %s --set-spec-const-default-value="3:7 5:0x9" | FileCheck %s --check-prefix=DEFAULTS
// RUN: spv-opt %s --set-spec-const-default-value=values=3:7,5:9 | FileCheck %s --check-prefix=DEFAULTS
// RUN: spv-opt %s -canonicalize="max-iterations=3 region-simplify=false top-down=true" | FileCheck %s
// RUN: spv-opt %s -loop-invariant-code-motion | FileCheck %s
// RUN: spv-opt %s --print-op-stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// REQUIRES: mlir-opt-14
// RUN: mlir-opt-14 %s -print-op-stats 2>&1 | FileCheck %s --check-prefix=STATS
// CHECK: spv.SpecConstant @a spec_id(3) = 1 : i32
// DEFAULTS: spv.SpecConstant @a spec_id(3) = 7 : i32
// DEFAULTS: spv.SpecConstant @b spec_id(5) = 9 : i32
// STATS:      Operations encountered:
// STATS-NEXT: -----------------------
// STATS-NEXT:   builtin.module       , 1
// STATS-NEXT:       spv.Return       , 1
// STATS-NEXT:       spv.SpecConstant , 2
// STATS-NEXT:       spv.func         , 1
// STATS-NEXT:       spv.module       , 1
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.SpecConstant @a spec_id(3) = 1 : i32
  spv.SpecConstant @b spec_id(5) = 2 : i32
  spv.func @f() "None" {
    spv.Return
  }
}
