// RUN: spv-opt %s --emit=spirv | spv-opt | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 -test-spirv-roundtrip | FileCheck %s --check-prefix=LLVM
// Variables may stand anywhere in a function; in the binary they come first, as LLVM serializes them.
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%a: i32, %b: i1) -> i32 "None" {
    %0 = spv.IAdd %a, %a : i32
    %c5 = spv.Constant 5 : i32
    %x = spv.Variable init(%c5) : !spv.ptr<i32, Function>
    spv.mlir.selection {
      spv.BranchConditional %b, ^then, ^merge
    ^then:
      %y = spv.Variable : !spv.ptr<i32, Function>
      spv.Store "Function" %y, %0 : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    %1 = spv.Load "Function" %x : i32
    spv.ReturnValue %1 : i32
  }
}

// CHECK: %x = spv.Variable init(%{{.*}}) : !spv.ptr<i32, Function>
// CHECK-NEXT: %y = spv.Variable : !spv.ptr<i32, Function>
// CHECK-NEXT: %[[SUM:.*]] = spv.IAdd %a, %a : i32
// CHECK: spv.Store "Function" %y, %[[SUM]] : i32
// CHECK: spv.Load "Function" %x : i32

// LLVM: spv.Variable init
// LLVM-NEXT: spv.Variable
// LLVM-NEXT: spv.IAdd
