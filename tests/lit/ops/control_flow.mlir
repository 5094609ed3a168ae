// RUN: spv-opt %s --verify-roundtrip | FileCheck %s
// RUN: spv-opt %s -o %t.spv && spv-opt %t.spv | FileCheck %s --check-prefix=BINARY
// Constructs with results, and every way out of them. From the binary they are the same, with other names.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%n: i32, %c: i1) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %r = spv.mlir.loop control(Unroll) -> i32 {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go [3, 1], ^body, ^merge(%i : i32)
    ^body:
      spv.mlir.selection {
        spv.Switch %i : i32, [default: ^end, 1: ^one, 2: ^two, 3: ^two]
      ^one:
        spv.mlir.selection control(Flatten) {
          spv.BranchConditional %c, ^leave, ^stay
        ^leave:
          spv.mlir.switch_break
        ^stay:
          spv.mlir.merge
        }
        spv.mlir.continue
      ^two:
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
  spv.func @ends(%c: i1) "None" {
    spv.mlir.selection control(DontFlatten) {
      spv.BranchConditional %c, ^kill, ^end
    ^kill:
      spv.Kill
    ^end:
      spv.mlir.merge
    }
    spv.Unreachable
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%n: i32, %c: i1) -> i32 "None" {
// CHECK-NEXT:       %c0 = spv.Constant 0 : i32
// CHECK-NEXT:       %c1 = spv.Constant 1 : i32
// CHECK-NEXT:       %r = spv.mlir.loop control(Unroll) -> i32 {
// CHECK-NEXT:         spv.Branch ^header(%c0 : i32)
// CHECK-NEXT:       ^header(%i: i32):  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         %go = spv.ULessThan %i, %n : i32
// CHECK-NEXT:         spv.BranchConditional %go [3, 1], ^body, ^merge(%i : i32)
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.Switch %i : i32, [default: ^end, 1: ^one, 2: ^two, 3: ^two]
// CHECK-NEXT:         ^one:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.selection control(Flatten) {
// CHECK-NEXT:             spv.BranchConditional %c, ^leave, ^stay
// CHECK-NEXT:           ^leave:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.switch_break
// CHECK-NEXT:           ^stay:  // pred: ^bb0
// CHECK-NEXT:             spv.mlir.merge
// CHECK-NEXT:           }
// CHECK-NEXT:           spv.mlir.continue
// CHECK-NEXT:         ^two:  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:           spv.mlir.break %c1 : i32
// CHECK-NEXT:         ^end:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.Branch ^continue
// CHECK-NEXT:       ^continue:  // pred: ^body
// CHECK-NEXT:         %j = spv.IAdd %i, %c1 : i32
// CHECK-NEXT:         spv.Branch ^header(%j : i32)
// CHECK-NEXT:       ^merge(%x: i32):  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge %x : i32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %r : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @ends(%c: i1) "None" {
// CHECK-NEXT:       spv.mlir.selection control(DontFlatten) {
// CHECK-NEXT:         spv.BranchConditional %c, ^kill, ^end
// CHECK-NEXT:       ^kill:  // pred: ^bb0
// CHECK-NEXT:         spv.Kill
// CHECK-NEXT:       ^end:  // pred: ^bb0
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.Unreachable
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

// BINARY: module {
// BINARY-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// BINARY-NEXT:     spv.func @f(%n: i32, %c: i1) -> i32 "None" {
// BINARY-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// BINARY-NEXT:       %cst1_i32 = spv.Constant 1 : i32
// BINARY-NEXT:       %x = spv.mlir.loop control(Unroll) -> i32 {
// BINARY-NEXT:         spv.Branch ^header(%cst0_i32 : i32)
// BINARY-NEXT:       ^header(%i: i32):  // 2 preds: ^bb0, ^continue
// BINARY-NEXT:         %go = spv.ULessThan %i, %n : i32
// BINARY-NEXT:         spv.BranchConditional %go [3, 1], ^body, ^merge(%i : i32)
// BINARY-NEXT:       ^body:  // pred: ^header
// BINARY-NEXT:         spv.mlir.selection {
// BINARY-NEXT:           spv.Switch %i : i32, [default: ^end, 1: ^one, 2: ^two, 3: ^two]
// BINARY-NEXT:         ^one:  // pred: ^bb0
// BINARY-NEXT:           spv.mlir.selection control(Flatten) {
// BINARY-NEXT:             spv.BranchConditional %c, ^leave, ^stay
// BINARY-NEXT:           ^leave:  // pred: ^bb0
// BINARY-NEXT:             spv.mlir.switch_break
// BINARY-NEXT:           ^stay:  // pred: ^bb0
// BINARY-NEXT:             spv.mlir.merge
// BINARY-NEXT:           }
// BINARY-NEXT:           spv.mlir.continue
// BINARY-NEXT:         ^two:  // 2 preds: ^bb0, ^bb0
// BINARY-NEXT:           spv.mlir.break %cst1_i32 : i32
// BINARY-NEXT:         ^end:  // pred: ^bb0
// BINARY-NEXT:           spv.mlir.merge
// BINARY-NEXT:         }
// BINARY-NEXT:         spv.Branch ^continue
// BINARY-NEXT:       ^continue:  // pred: ^body
// BINARY-NEXT:         %j = spv.IAdd %i, %cst1_i32 : i32
// BINARY-NEXT:         spv.Branch ^header(%j : i32)
// BINARY-NEXT:       ^merge(%0: i32):  // pred: ^header
// BINARY-NEXT:         spv.mlir.merge %0 : i32
// BINARY-NEXT:       }
// BINARY-NEXT:       spv.ReturnValue %x : i32
// BINARY-NEXT:     }
// BINARY-NEXT:     spv.func @ends(%c: i1) "None" {
// BINARY-NEXT:       spv.mlir.selection control(DontFlatten) {
// BINARY-NEXT:         spv.BranchConditional %c, ^kill, ^end
// BINARY-NEXT:       ^kill:  // pred: ^bb0
// BINARY-NEXT:         spv.Kill
// BINARY-NEXT:       ^end:  // pred: ^bb0
// BINARY-NEXT:         spv.mlir.merge
// BINARY-NEXT:       }
// BINARY-NEXT:       spv.Unreachable
// BINARY-NEXT:     }
// BINARY-NEXT:   }
// BINARY-NEXT: }
