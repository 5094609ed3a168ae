// How reports are arranged, by the names that mlir-opt has for it.
// RUN: spv-opt %s --pass-pipeline='builtin.func(cse,canonicalize),cse' --pass-statistics --emit=none 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: spv-opt %s --pass-pipeline='builtin.func(cse,canonicalize),cse' -pass-statistics -pass-statistics-display=pipeline --emit=none 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: spv-opt %s --pass-pipeline='builtin.func(cse,canonicalize),cse' --mlir-pass-statistics --mlir-pass-statistics-display=list --emit=none 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: spv-opt %s --pass-pipeline='builtin.func(cse,canonicalize),cse' --mlir-timing --mlir-timing-display=tree --emit=none 2>&1 | FileCheck %s --check-prefix=TREE
// RUN: spv-opt %s --pass-pipeline='builtin.func(cse,canonicalize),cse' --mlir-timing -mlir-timing-display=list --emit=none 2>&1 | FileCheck %s --check-prefix=TIMES
// RUN: not spv-opt %s --mlir-timing-display=pipeline 2>&1 | FileCheck %s --check-prefix=WRONG
// NESTED:      'builtin.func' Pipeline
// NESTED-NEXT:   cse
// NESTED-NEXT:     (S) 2 replaced
// NESTED:        canonicalize
// NESTED:      cse
// NESTED-NEXT:   (S) 0 replaced
// LIST-NOT:  Pipeline
// LIST:      canonicalize
// LIST:      cse
// LIST-NEXT:   (S) 2 replaced
// LIST-NOT:  cse
// TREE:      'builtin.func' Pipeline
// TREE-NEXT:     cse
// TREE-NEXT:     canonicalize
// TREE-NEXT:     legalize-constant-operands
// TREE-NEXT:     localize-sampled-images
// TREE-NEXT:     order-blocks
// TREE-NEXT: {{\)  }}cse
// TIMES:     cse
// TIMES-NOT: cse
// TIMES:     Total
// WRONG: invalid value 'pipeline' for '--mlir-timing-display <FORMAT>'
func @f(%a: i32) -> i32 {
  %0 = spv.IAdd %a, %a : i32
  %1 = spv.IAdd %a, %a : i32
  %2 = spv.IMul %0, %1 : i32
  return %2 : i32
}

func @g(%a: i32) -> i32 {
  %0 = spv.IAdd %a, %a : i32
  %1 = spv.IAdd %a, %a : i32
  %2 = spv.IMul %0, %1 : i32
  return %2 : i32
}
