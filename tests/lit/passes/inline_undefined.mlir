// RUN: spv-opt %s --pass-pipeline='inline{all}' | FileCheck %s
// The undefined value of the module stands before the variable, which must stay outside of the construct that the
// early return makes.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @f(%c: i1) -> f32 "None" {
    %r = spv.FunctionCall @callee(%c) : (i1) -> f32
    spv.ReturnValue %r : f32
  }
  spv.func @callee(%c: i1) -> f32 "None" {
    %u = spv.Undef {module_scope = 0 : i32} : f32
    %v = spv.Variable : !spv.ptr<f32, Function>
    spv.Store "Function" %v, %u : f32
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.BranchConditional %c, ^body, ^merge
    ^body:
      spv.ReturnValue %u : f32
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    %x = spv.Load "Function" %v : f32
    spv.ReturnValue %x : f32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.func @f(%c: i1) -> f32 "None" {
// CHECK-NEXT:       %true = spv.Constant true
// CHECK-NEXT:       %false = spv.Constant false
// CHECK-NEXT:       %cst0_i32 = spv.Constant 0 : i32
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<f32, Function>
// CHECK-NEXT:       %u = spv.Undef {module_scope = 0 : i32} : f32
// CHECK-NEXT:       %0 = spv.Undef {module_scope = 0 : i32} : f32
// CHECK-NEXT:       %1 = spv.mlir.selection -> f32 {
// CHECK-NEXT:         spv.Switch %cst0_i32 : i32, [default: ^bb1]
// CHECK-NEXT:       ^bb1:  // pred: ^bb0
// CHECK-NEXT:         spv.Store "Function" %v, %u : f32
// CHECK-NEXT:         %2:2 = spv.mlir.loop -> (i1, f32) {
// CHECK-NEXT:           spv.Branch ^header
// CHECK-NEXT:         ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:           spv.BranchConditional %c, ^body, ^merge(%false, %0 : i1, f32)
// CHECK-NEXT:         ^body:  // pred: ^header
// CHECK-NEXT:           spv.Branch ^merge(%true, %u : i1, f32)
// CHECK-NEXT:         ^continue:  // no predecessors
// CHECK-NEXT:           spv.Branch ^header
// CHECK-NEXT:         ^merge(%4: i1, %5: f32):  // 2 preds: ^header, ^body
// CHECK-NEXT:           spv.mlir.merge %4, %5 : i1, f32
// CHECK-NEXT:         }
// CHECK-NEXT:         spv.mlir.selection {
// CHECK-NEXT:           spv.BranchConditional %2#0, ^bb1, ^bb2
// CHECK-NEXT:         ^bb1:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.switch_break %2#1 : f32
// CHECK-NEXT:         ^bb2:  // pred: ^bb0
// CHECK-NEXT:           spv.mlir.merge
// CHECK-NEXT:         }
// CHECK-NEXT:         %x = spv.Load "Function" %v : f32
// CHECK-NEXT:         spv.Branch ^bb2(%x : f32)
// CHECK-NEXT:       ^bb2(%3: f32):  // pred: ^bb1
// CHECK-NEXT:         spv.mlir.merge %3 : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       spv.ReturnValue %1 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     spv.func @callee(%c: i1) -> f32 "None" {
// CHECK-NEXT:       %u = spv.Undef {module_scope = 0 : i32} : f32
// CHECK-NEXT:       %v = spv.Variable : !spv.ptr<f32, Function>
// CHECK-NEXT:       spv.Store "Function" %v, %u : f32
// CHECK-NEXT:       spv.mlir.loop {
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^header:  // 2 preds: ^bb0, ^continue
// CHECK-NEXT:         spv.BranchConditional %c, ^body, ^merge
// CHECK-NEXT:       ^body:  // pred: ^header
// CHECK-NEXT:         spv.ReturnValue %u : f32
// CHECK-NEXT:       ^continue:  // no predecessors
// CHECK-NEXT:         spv.Branch ^header
// CHECK-NEXT:       ^merge:  // pred: ^header
// CHECK-NEXT:         spv.mlir.merge
// CHECK-NEXT:       }
// CHECK-NEXT:       %x = spv.Load "Function" %v : f32
// CHECK-NEXT:       spv.ReturnValue %x : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
