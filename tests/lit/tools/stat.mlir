// RUN: spv-opt stat %s | FileCheck %s
// RUN: spv-opt stat --json %s | FileCheck %s --check-prefix=JSON
// RUN: spv-opt stat --sort=name %s | FileCheck %s --check-prefix=NAME
// RUN: spv-opt stat --sort=count %s | FileCheck %s --check-prefix=COUNT
// RUN: spv-opt stat --sort=name --json %s | FileCheck %s --check-prefix=SORTED

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Linkage, Shader], []> {
  spv.SpecConstant @n spec_id(3) = 16 : i32
  spv.GlobalVariable @state : !spv.ptr<f32, Private>
  spv.func @nested(%c: i1) "None" {
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.mlir.loop {
        spv.Branch ^header
      ^header:
        spv.BranchConditional %c, ^body, ^merge
      ^body:
        spv.mlir.selection {
          spv.BranchConditional %c, ^then, ^end
        ^then:
          spv.Branch ^end
        ^end:
          spv.mlir.merge
        }
        spv.Branch ^continue
      ^continue:
        spv.Branch ^header
      ^merge:
        spv.mlir.merge
      }
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.mlir.selection {
      spv.BranchConditional %c, ^bb1, ^bb2
    ^bb1:
      spv.Branch ^bb2
    ^bb2:
      spv.mlir.merge
    }
    spv.Return
  }
  spv.func @flat(%c: i1) "None" {
    spv.FunctionCall @nested(%c) : (i1) -> ()
    spv.Return
  }
}

// CHECK:      712 bytes, 59 instructions, id bound 26
// CHECK-NEXT: 6 types, 1 constants (1 of specialization), 1 variables, 0 entry points
// CHECK:      bytes by section
// CHECK-NEXT:  20 header
// CHECK-NEXT:  28 preamble
// CHECK-NEXT: 180 debug
// CHECK-NEXT:  16 annotations
// CHECK-NEXT: 108 declarations
// CHECK-NEXT: 360 functions
// CHECK:      bytes instructions blocks calls selections loops depth loop depth function
// CHECK-NEXT: 292   29           11     0     3          1     3     1          @nested
// CHECK-NEXT:  68   6             1     1     0          0     0     0          @flat
// CHECK:      instructions by name
// CHECK-NEXT: 12 OpLabel

// JSON:      "bytes": 712,
// JSON-NEXT: "sections": {
// JSON-NEXT:   "header": 20,
// JSON:      "OpLabel": 12,
// JSON:      "symbol": "nested",
// JSON-NEXT: "bytes": 292,
// JSON:      "depth": 3,
// JSON-NEXT: "loop_depth": 1

// Functions and instruction names are sorted.
// NAME:      loop depth function
// NAME-NEXT: @flat
// NAME-NEXT: @nested
// NAME:      instructions by name
// NAME-NEXT: 6 OpBranch
// NAME-NEXT: 4 OpBranchConditional

// COUNT:      loop depth function
// COUNT-NEXT: 29 {{.*}} @nested
// COUNT-NEXT: 6 {{.*}} @flat
// COUNT:      instructions by name
// COUNT-NEXT: 12 OpLabel
// COUNT-NEXT: 12 OpName
// COUNT-NEXT: 6 OpBranch

// SORTED: "symbol": "flat"
// SORTED: "symbol": "nested"
