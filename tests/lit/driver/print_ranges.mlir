// RUN: spv-opt %s --print-ranges | FileCheck %s
// RUN: spv-opt %s --print-ranges | spv-opt | FileCheck %s --check-prefix=BACK

// BACK-NOT: [0, 15]
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  spv.func @f(%a: i32) -> i32 "None" {
    // CHECK: %[[X:.*]] = spv.BitwiseAnd %a, %{{.*}} : i32 // [0, 15]
    %15 = spv.Constant 15 : i32
    %1 = spv.Constant 1 : i32
    %0 = spv.Constant 0 : i32
    %10 = spv.Constant 10 : i32
    %x = spv.BitwiseAnd %a, %15 : i32
    // CHECK: spv.ISub %[[X]], %{{.*}} : i32 // signed [-1, 14]
    %y = spv.ISub %x, %1 : i32
    // CHECK: spv.mlir.loop
    %n = spv.mlir.loop -> i32 {
      spv.Branch ^bb1(%0 : i32)
    // CHECK: ^bb1(%{{.*}}: i32): // 2 preds: ^bb0, ^bb3 // ([0, 10])
    ^bb1(%i: i32):
      %c = spv.ULessThan %i, %10 : i32
      spv.BranchConditional %c, ^bb2, ^bb4(%i : i32)
    ^bb2:
      spv.Branch ^bb3
    ^bb3:
      // CHECK: spv.IAdd %{{.*}} : i32 // [1, 10]
      %next = spv.IAdd %i, %1 : i32
      spv.Branch ^bb1(%next : i32)
    ^bb4(%last: i32):
      spv.mlir.merge %last : i32
    }
    %z = spv.IAdd %y, %n : i32
    spv.ReturnValue %z : i32
  }
}
