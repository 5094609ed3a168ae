// RUN: spv-opt reduce %s --test %S/Inputs/has_mark.sh -o %t.spv
// RUN: spv-opt %t.spv | FileCheck %s --check-prefix=ANY
// RUN: spv-opt reduce %s --no-new-ub --test %S/Inputs/has_mark.sh -o %t.spv
// RUN: spv-opt %t.spv | FileCheck %s

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Linkage, Shader], []> {
  spv.func @f(%x: i32, %y: i32) -> i32 "None" {
    %zero = spv.Constant 0 : i32
    %is_defined = spv.INotEqual %y, %zero : i32
    %result = spv.mlir.selection -> i32 {
      spv.BranchConditional %is_defined, ^bb1, ^bb2(%zero : i32)
    ^bb1:
      %mark = spv.UDiv %x, %y : i32
      spv.Branch ^bb2(%mark : i32)
    ^bb2(%either: i32):
      spv.mlir.merge %either : i32
    }
    spv.ReturnValue %result : i32
  }
}

// ANY:      %[[NULL:.*]] = spv.Constant #spv.null : i32
// ANY-NEXT: %mark = spv.UDiv %[[NULL]], %[[NULL]]
// ANY-NEXT: spv.ReturnValue

// A division by zero is left, but it is not executed.
// CHECK:      %[[FALSE:.*]] = spv.Constant #spv.null : i1
// CHECK:      spv.mlir.selection
// CHECK-NEXT:   spv.BranchConditional %[[FALSE]], ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   %mark = spv.UDiv
