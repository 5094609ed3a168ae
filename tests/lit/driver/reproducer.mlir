// RUN: not spv-opt %s --canonicalize=max-visits=0 --mlir-pass-pipeline-crash-reproducer=%t.mlir --emit=none 2>&1 | FileCheck %s
// RUN: not spv-opt %t.mlir --run-reproducer --emit=none 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not spv-opt %t.mlir -run-reproducer -emit=none 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=FILE
// CHECK: reproducer.mlir:{{[0-9]+}}:3: error:
// CHECK: note: in pass 'canonicalize'
// CHECK: note: wrote a reproducer to
// AGAIN: note: in pass 'canonicalize'
// FILE: // configuration: -pass-pipeline='builtin.module(canonicalize{max-visits=0},legalize-constant-operands{if-changed=true},localize-sampled-images{if-changed=true},order-blocks{if-changed=true},strip-dangling-nonsemantic)'
// FILE: spv.module
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32
    spv.ReturnValue %0 : i32
  }
}
