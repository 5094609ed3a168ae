// RUN: spv-opt %s --emit=spirv | spv-opt | FileCheck %s
// What arguments of a function's blocks represent says nothing of the parameters of the next function.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @a(%c: i1, %x: i32) -> i32 "None" {
    %r = spv.mlir.selection -> i32 {
      spv.BranchConditional %c, ^bb1, ^bb2(%x : i32)
    ^bb1:
      spv.Branch ^bb2(%x : i32)
    ^bb2(%v: i32):
      spv.mlir.merge %v : i32
    }
    spv.ReturnValue %r : i32
  }
  // CHECK:      spv.func @b(%{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %[[LAST:.*]]: i32)
  // CHECK-NEXT:  spv.ReturnValue %[[LAST]] : i32
  spv.func @b(%0: i32, %1: i32, %2: i32, %3: i32, %4: i32) -> i32 "None" {
    spv.ReturnValue %4 : i32
  }
}
