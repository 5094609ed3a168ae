// RUN: spv-opt %s --mlir-compat=14 --mlir-compat-lower | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 --mlir-compat-lower --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: spv-opt %s --mlir-compat=14 --mlir-compat-lower --verify-roundtrip --emit=none
// What LLVM 14 has no text for becomes plain blocks, a function at a time.
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader], []> attributes {unused = [!spv.struct<(f32)>]} {
    // The entry point gives its function its name.
    // CHECK: spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
    // CHECK-NOT: spv.Source
    spv.Source "GLSL", 450
    // CHECK-NEXT: spv.EntryPoint "GLCompute" @main{{$}}
    spv.EntryPoint "GLCompute" @f name("main")
    // CHECK-NEXT: spv.ExecutionMode @main "LocalSize", 1, 1, 1
    spv.ExecutionMode @f "LocalSize", 1, 1, 1
    // CHECK-NEXT: spv.func @main() "None"
    spv.func @f() "None" {
      spv.Return
    }

    // CHECK-LABEL: spv.func @result
    // CHECK-NEXT: spv.BranchConditional %arg0, ^bb1, ^bb2(%arg1 : i32)
    // CHECK-NEXT: ^bb1: // pred: ^bb0
    // CHECK-NEXT: %0 = spv.IAdd %arg1, %arg1 : i32
    // CHECK-NEXT: spv.Branch ^bb2(%0 : i32)
    // CHECK-NEXT: ^bb2(%1: i32): // 2 preds: ^bb0, ^bb1
    // CHECK-NEXT: spv.ReturnValue %1 : i32
    // CHECK-NEXT: }
    // GENERIC: "spv.BranchConditional"(%arg0, %arg1)[^bb1, ^bb2] {operand_segment_sizes = dense<[1, 0, 1]> : vector<3xi32>} : (i1, i32) -> ()
    spv.func @result(%c: i1, %a: i32) -> i32 "None" {
      %0 = spv.mlir.selection control(Flatten) -> i32 {
        spv.BranchConditional %c, ^then, ^end(%a : i32)
      ^then:
        %1 = spv.IAdd %a, %a : i32
        spv.Branch ^end(%1 : i32)
      ^end(%2: i32):
        spv.mlir.merge %2 : i32
      }
      spv.ReturnValue %0 : i32
    }

    // A switch becomes comparisons; several cases may lead to one block, with values of their own.
    // CHECK-LABEL: spv.func @switch
    // CHECK-NEXT: %cst-7_si32 = spv.Constant -7 : si32
    // CHECK-NEXT: %cst3_si32 = spv.Constant 3 : si32
    // CHECK-NEXT: %0 = spv.IEqual %arg0, %cst3_si32 : si32
    // CHECK-NEXT: spv.BranchConditional %0, ^bb2(%arg0 : si32), ^bb1
    // CHECK-NEXT: ^bb1: // pred: ^bb0
    // CHECK-NEXT: %1 = spv.IEqual %arg0, %cst-7_si32 : si32
    // CHECK-NEXT: spv.BranchConditional %1, ^bb2(%arg1 : si32), ^bb3
    // CHECK-NEXT: ^bb2(%2: si32): // 2 preds: ^bb0, ^bb1
    // CHECK-NEXT: spv.ReturnValue %2 : si32
    // CHECK-NEXT: ^bb3: // pred: ^bb1
    // CHECK-NEXT: spv.ReturnValue %arg1 : si32
    spv.func @switch(%a: si32, %b: si32) -> si32 "None" {
      spv.Switch %a : si32, [default: ^default, 3: ^case(%a : si32), -7: ^case(%b : si32)]
    ^case(%v: si32):
      spv.ReturnValue %v : si32
    ^default:
      spv.ReturnValue %b : si32
    }

    // CHECK-LABEL: spv.func @exits
    // CHECK-NOT: spv.mlir
    // CHECK: }
    spv.func @exits(%c: i1) "None" {
      spv.mlir.loop control(Unroll) {
        spv.Branch ^header
      ^header:
        spv.BranchConditional %c, ^body, ^end
      ^body:
        spv.mlir.selection {
          spv.BranchConditional %c, ^stop, ^go_on
        ^stop:
          spv.mlir.break
        ^go_on:
          spv.mlir.merge
        }
        spv.Branch ^continue
      ^continue:
        spv.Branch ^header
      ^end:
        spv.mlir.merge
      }
      spv.Return
    }

    // What LLVM 14 has a text for stays as it is.
    // CHECK-LABEL: spv.func @region
    // CHECK-NEXT: spv.mlir.selection control(Flatten) {
    spv.func @region(%c: i1) "None" {
      spv.mlir.selection control(Flatten) {
        spv.BranchConditional %c, ^then, ^end
      ^then:
        spv.Branch ^end
      ^end:
        spv.mlir.merge
      }
      spv.Return
    }

    // LLVM 14 has no return from within a construct.
    // CHECK-LABEL: spv.func @early_return
    // CHECK-NEXT: spv.BranchConditional %arg0, ^bb1, ^bb2
    spv.func @early_return(%c: i1) "None" {
      spv.mlir.selection {
        spv.BranchConditional %c, ^then, ^end
      ^then:
        spv.Return
      ^end:
        spv.mlir.merge
      }
      spv.Return
    }

    // Declarations of blocks go.
    // CHECK-LABEL: spv.func @declared
    // CHECK-NEXT: spv.BranchConditional %arg0, ^bb1, ^bb2{{$}}
    spv.func @declared(%c: i1) "None" {
      spv.BranchConditional %c, ^then, ^end selection_merge(^end)
    ^then:
      spv.Branch ^end
    ^end:
      spv.Return
    }
  }
}
