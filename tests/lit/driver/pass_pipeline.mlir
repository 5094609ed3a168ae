// RUN: spv-opt %s --pass-pipeline='spv.module(spv.func(canonicalize,cse),symbol-dce)' --dump-pass-pipeline --emit=none 2>&1 | FileCheck %s
// RUN: spv-opt %s -pass-pipeline='builtin.module(spv.module(spv.func(canonicalize,cse),symbol-dce))' -dump-pass-pipeline -emit=none 2>&1 | FileCheck %s
// RUN: spv-opt %s -canonicalize --cse -symbol-dce --dump-pass-pipeline --emit=none 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: not spv-opt %s --pass-pipeline='spv.func(csee)' 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: spv-opt %s --pass-pipeline='spv.func(cse)' --dump-pass-pipeline --emit=none 2>&1 | FileCheck %s --check-prefix=FUNCTION
// A pipeline in MLIR's syntax, and passes as flags, in their order. Passes that restore the rules of the binary format follow
// each sequence of function passes. The printed pipeline reads back.
// CHECK: Pass Manager with 7 passes:
// CHECK-NEXT: builtin.module(spv.module(spv.func(canonicalize,cse,legalize-constant-operands{if-changed=true},localize-sampled-images{if-changed=true},order-blocks{if-changed=true}),symbol-dce),strip-dangling-nonsemantic)
// FLAGS: builtin.module(canonicalize,cse,legalize-constant-operands{if-changed=true},localize-sampled-images{if-changed=true},order-blocks{if-changed=true},symbol-dce,strip-dangling-nonsemantic)
// FUNCTION: builtin.module(spv.func(cse,legalize-constant-operands{if-changed=true},localize-sampled-images{if-changed=true},order-blocks{if-changed=true}),strip-dangling-nonsemantic)
// WRONG: <pipeline>:1:10: error: 'csee' is not a pass or pipeline: did you mean 'cse'?
spv.module Logical GLSL450 {
}
