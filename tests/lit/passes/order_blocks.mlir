// RUN: spv-opt %s --order-blocks | FileCheck %s
// RUN: spv-opt %s --order-blocks=if-changed | FileCheck %s --check-prefix=KEPT
// Blocks follow the blocks that dominate them. With `if-changed`, a function that no earlier pass changed stays.

// CHECK-LABEL: spv.func @f
// CHECK: spv.Branch ^[[SECOND:.*]](%
// CHECK-NEXT: ^[[SECOND]](%[[X:.*]]: i32):
// CHECK-NEXT: %[[Y:.*]] = spv.ISub %[[X]]
// CHECK: ^{{.*}}:
// CHECK-NEXT: spv.IAdd %[[Y]]
// KEPT-LABEL: spv.func @f
// KEPT: spv.IAdd
// KEPT: spv.ISub
spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Kernel, Addresses, Linkage], []> {
  spv.func @f(%a: i32, %c: i1) -> i32 "None" {
    spv.Branch ^bb2(%a : i32)
  ^bb1:
    %2 = spv.IAdd %5, %a : i32
    spv.ReturnValue %2 : i32
  ^bb2(%4: i32):
    %5 = spv.ISub %4, %a : i32
    spv.BranchConditional %c, ^bb1, ^bb3
  ^bb3:
    spv.ReturnValue %a : i32
  }
}
