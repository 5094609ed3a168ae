// RUN: spv-opt %s --spv-lower-to-cfg | FileCheck %s --check-prefix=CFG
// RUN: spv-opt %s --spv-lower-to-cfg --spv-structurize-regions | FileCheck %s --check-prefix=REGIONS
// Region form becomes plain blocks with merge declarations, and comes back as it was.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge(%i : i32)
    ^body:
      %odd = spv.INotEqual %i, %c1 : i32
      spv.mlir.selection control(Flatten) {
        spv.BranchConditional %odd, ^stop, ^end
      ^stop:
        spv.mlir.break %c1 : i32
      ^end:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    spv.ReturnValue %r : i32
  }
}

// CFG: module {
// CFG-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CFG-NEXT:     spv.func @f(%n: i32) -> i32 "None" {
// CFG-NEXT:       %c0 = spv.Constant 0 : i32
// CFG-NEXT:       %c1 = spv.Constant 1 : i32
// CFG-NEXT:       spv.Branch ^header(%c0 : i32)
// CFG-NEXT:     ^header(%i: i32):  // 2 preds: ^bb0, ^continue
// CFG-NEXT:       %go = spv.ULessThan %i, %n : i32
// CFG-NEXT:       spv.BranchConditional %go, ^body, ^merge(%i : i32) loop_merge(^merge, continue ^continue) control(Unroll)
// CFG-NEXT:     ^body:  // pred: ^header
// CFG-NEXT:       %odd = spv.INotEqual %i, %c1 : i32
// CFG-NEXT:       spv.BranchConditional %odd, ^stop, ^end selection_merge(^end) control(Flatten)
// CFG-NEXT:     ^stop:  // pred: ^body
// CFG-NEXT:       spv.Branch ^merge(%c1 : i32)
// CFG-NEXT:     ^end:  // 2 preds: ^body, ^body
// CFG-NEXT:       spv.Branch ^continue
// CFG-NEXT:     ^continue:  // 2 preds: ^header, ^end
// CFG-NEXT:       %j = spv.IAdd %i, %c1 : i32
// CFG-NEXT:       spv.Branch ^header(%j : i32)
// CFG-NEXT:     ^merge(%x: i32):  // 3 preds: ^header, ^header, ^stop
// CFG-NEXT:       spv.ReturnValue %x : i32
// CFG-NEXT:     }
// CFG-NEXT:   }
// CFG-NEXT: }

// REGIONS: module {
// REGIONS-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// REGIONS-NEXT:     spv.func @f(%n: i32) -> i32 "None" {
// REGIONS-NEXT:       %c0 = spv.Constant 0 : i32
// REGIONS-NEXT:       %c1 = spv.Constant 1 : i32
// REGIONS-NEXT:       %x = spv.mlir.loop control(Unroll) -> i32 {
// REGIONS-NEXT:         spv.Branch ^header(%c0 : i32)
// REGIONS-NEXT:       ^header(%i: i32):  // 2 preds: ^bb0, ^continue
// REGIONS-NEXT:         %go = spv.ULessThan %i, %n : i32
// REGIONS-NEXT:         spv.BranchConditional %go, ^body, ^merge(%i : i32)
// REGIONS-NEXT:       ^body:  // pred: ^header
// REGIONS-NEXT:         %odd = spv.INotEqual %i, %c1 : i32
// REGIONS-NEXT:         spv.mlir.selection control(Flatten) {
// REGIONS-NEXT:           spv.BranchConditional %odd, ^stop, ^end
// REGIONS-NEXT:         ^stop:  // pred: ^bb0
// REGIONS-NEXT:           spv.mlir.break %c1 : i32
// REGIONS-NEXT:         ^end:  // pred: ^bb0
// REGIONS-NEXT:           spv.mlir.merge
// REGIONS-NEXT:         }
// REGIONS-NEXT:         spv.Branch ^continue
// REGIONS-NEXT:       ^continue:  // pred: ^body
// REGIONS-NEXT:         %j = spv.IAdd %i, %c1 : i32
// REGIONS-NEXT:         spv.Branch ^header(%j : i32)
// REGIONS-NEXT:       ^merge(%0: i32):  // pred: ^header
// REGIONS-NEXT:         spv.mlir.merge %0 : i32
// REGIONS-NEXT:       }
// REGIONS-NEXT:       spv.ReturnValue %x : i32
// REGIONS-NEXT:     }
// REGIONS-NEXT:   }
// REGIONS-NEXT: }
