// RUN: spv-opt %s --pass-pipeline='spv.module(spv.func(canonicalize,cse),symbol-dce)' --dump-pass-pipeline --emit=none 2>&1 | FileCheck %s
// RUN: spv-opt %s -pass-pipeline='builtin.module(spv.module(spv.func(canonicalize,cse),symbol-dce))' -dump-pass-pipeline -emit=none 2>&1 | FileCheck %s
// RUN: spv-opt %s -canonicalize --cse -symbol-dce --dump-pass-pipeline --emit=none 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: not spv-opt %s --pass-pipeline='spv.func(csee)' 2>&1 | FileCheck %s --check-prefix=WRONG
// A pipeline in MLIR's syntax, and passes as flags, in their order.
// CHECK: Pass Manager with 3 passes:
// CHECK-NEXT: builtin.module(spv.module(spv.func(canonicalize,cse),symbol-dce))
// FLAGS: builtin.module(canonicalize,cse,symbol-dce)
// WRONG: <pipeline>:1:10: error: 'csee' is not a pass or pipeline: did you mean 'cse'?
spv.module Logical GLSL450 {
}
