// RUN: spv-opt %s --sccp --simplify-cfg | FileCheck %s
// Once an edge is gone a block dominates one that stood before it: blocks follow those that dominate them.

// CHECK-LABEL: spv.func @f
// CHECK: spv.Branch ^[[SECOND:.*]](%{{.*}} : i32)
// CHECK-NEXT: ^[[SECOND]](%[[X:.*]]: i32):
// CHECK-NEXT: %[[Y:.*]] = spv.ISub %[[X]]
// CHECK: spv.BranchConditional %{{.*}}, ^[[FIRST:.*]], ^
// CHECK-NEXT: ^[[FIRST]]:
// CHECK-NEXT: spv.IAdd %[[Y]]
spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Kernel, Addresses, Linkage], []> {
  spv.func @f(%a: i32) -> i32 "None" {
    %1 = spv.Constant 1 : i32
    %8 = spv.Constant 8 : i32
    %false = spv.Constant false
    spv.BranchConditional %false, ^bb1(%1 : i32), ^bb2(%a : i32)
  ^bb1(%0: i32):
    %2 = spv.IAdd %0, %1 : i32
    %3 = spv.ULessThan %2, %a : i32
    spv.BranchConditional %3, ^bb2(%2 : i32), ^bb3(%2 : i32)
  ^bb2(%4: i32):
    %5 = spv.ISub %4, %1 : i32
    %6 = spv.UGreaterThan %5, %8 : i32
    spv.BranchConditional %6, ^bb1(%5 : i32), ^bb3(%5 : i32)
  ^bb3(%7: i32):
    spv.ReturnValue %7 : i32
  }
}
