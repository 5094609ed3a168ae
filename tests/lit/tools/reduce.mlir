// RUN: spv-opt reduce %s --test %S/Inputs/has_mark.sh -o %t.spv | FileCheck %s --check-prefix=SIZE
// RUN: spv-opt %t.spv | FileCheck %s
// RUN: spv-opt reduce %s --test %S/Inputs/has_mark.sh -o %t.spv --resume --jobs 2 | FileCheck %s --check-prefix=AGAIN
// RUN: not spv-opt reduce %S/Inputs/link_export.mlir --test %S/Inputs/has_mark.sh -o %t.none 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not spv-opt reduce %s --test %S/Inputs/none.sh -o %t.none 2>&1 | FileCheck %s --check-prefix=NONE

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Linkage, Shader, Float64], []> {
  spv.GlobalVariable @out {location = 0 : i32} : !spv.ptr<f32, Private>
  spv.func @helper(%x: f32) -> f32 "None" {
    %0 = spv.FMul %x, %x : f32
    spv.ReturnValue %0 : f32
  }
  spv.func @f(%c: i1, %x: f32) "None" {
    %0 = spv.FunctionCall @helper(%x) : (f32) -> f32
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      %p = spv.mlir.addressof @out : !spv.ptr<f32, Private>
      spv.Store "Private" %p, %0 : f32
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    %mark = spv.FAdd %0, %0 : f32
    spv.Return
  }
}

// SIZE: 176 bytes of 496
// AGAIN: 176 bytes of 176

// CHECK:      spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:   spv.func @{{.*}}() "None" {
// CHECK-NEXT:     %[[C:.*]] = spv.Constant #spv.null : f32
// CHECK-NEXT:     %mark = spv.FAdd %[[C]], %[[C]] : f32
// CHECK-NEXT:     spv.Return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// REFUSED: spv-opt: error: {{.*}}link_export.mlir: the test rejects the input module
// NONE:    spv-opt: error: cannot read {{.*}}none.sh
