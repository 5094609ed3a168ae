// Of a name that glslang mangles, the part before the parenthesis selects the function, if it is unique.
// RUN: spv-opt %s --function=helper | FileCheck %s
// RUN: not spv-opt %s --function=twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not spv-opt %s --function=helper --emit=spvasm 2>&1 | FileCheck %s --check-prefix=ASM
// CHECK: spv.func @"helper(f1;"
// CHECK-NOT: spv.func
// TWICE: spv-opt: error: there is no function 'twice': choose one of 'twice(f1;', 'twice(i1;'
// ASM: spv-opt: error: --function prints functions as MLIR text only: remove it, or use --emit=text without a binary or assembly output file
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.func @"helper(f1;"() "None" {
    spv.Return
  }
  spv.func @"twice(f1;"() "None" {
    spv.Return
  }
  spv.func @"twice(i1;"() "None" {
    spv.Return
  }
}
