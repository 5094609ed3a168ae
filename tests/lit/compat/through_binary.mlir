// What comes back from the binary as mlir-translate prints it: blocks of constructs, constants and operations on them
// at each use, vectors of `true`.
// RUN: spv-opt %s --mlir-compat=14 --test-spirv-roundtrip --split-input-file | FileCheck %s
// RUN: spv-opt %s --mlir-compat=14 --test-spirv-roundtrip-debug --mlir-print-debuginfo --mlir-print-local-scope --split-input-file | FileCheck %s --check-prefix=DEBUG

// A selection in the header of a loop, which LLVM 14 allows, and arguments of the continue block.

spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Linkage, Addresses, Int64], []> {
  // CHECK-LABEL: @header
  // CHECK-NEXT:    %0 = spv.Variable : !spv.ptr<i1, Function>
  // CHECK-NEXT:    spv.Branch ^bb1(%arg0 : i64)
  // CHECK-NEXT:  ^bb1(%1: i64):
  // CHECK-NEXT:    spv.mlir.loop {
  // CHECK-NEXT:      spv.Branch ^bb1(%1 : i64)
  // CHECK-NEXT:    ^bb1(%2: i64):
  // CHECK-NEXT:      spv.Branch ^bb2
  // CHECK-NEXT:    ^bb2:
  // CHECK-NEXT:      %cst0_i64 = spv.Constant 0 : i64
  // CHECK-NEXT:      %3 = spv.SGreaterThan %2, %cst0_i64 : i64
  // CHECK-NEXT:      spv.Branch ^bb3
  // CHECK-NEXT:    ^bb3:
  // CHECK-NEXT:      spv.mlir.selection {
  // CHECK-NEXT:        spv.BranchConditional %3, ^bb1, ^bb2
  // CHECK:           ^bb3:
  // CHECK-NEXT:        spv.mlir.merge
  // CHECK-NEXT:      }
  // CHECK-NEXT:      %4 = spv.Load "Function" %0 : i1
  // CHECK-NEXT:      spv.BranchConditional %4, ^bb4(%2 : i64), ^bb5
  // CHECK-NEXT:    ^bb4(%5: i64):
  // CHECK-NEXT:      spv.Branch ^bb1(%5 : i64)
  // CHECK-NEXT:    ^bb5:
  // CHECK-NEXT:      spv.mlir.merge
  // CHECK-NEXT:    }
  // CHECK-NEXT:    spv.Return
  // DEBUG-LABEL: @header
  // DEBUG:         spv.mlir.loop {
  // DEBUG-NEXT:      spv.Branch ^bb1(%1 : i64) loc({{.*}}:[[@LINE+7]]:5)
  // DEBUG:           spv.BranchConditional %3, ^bb1, ^bb2 loc({{.*}}:[[@LINE+11]]:7)
  // DEBUG:           spv.mlir.merge loc({{.*}}:[[@LINE+10]]:7)
  // DEBUG-NEXT:      } loc({{.*}}:[[@LINE+9]]:7)
  spv.func @header(%input: i64) "None" {
    %zero = spv.Constant 0 : i64
    %true = spv.Constant true
    spv.mlir.loop {
      spv.Branch ^header(%input : i64)
    ^header(%arg1: i64):
      %gt = spv.SGreaterThan %arg1, %zero : i64
      %var = spv.Variable : !spv.ptr<i1, Function>
      spv.mlir.selection {
        spv.BranchConditional %gt, ^then, ^else
      ^then:
        spv.Store "Function" %var, %true : i1
        spv.Branch ^merge
      ^else:
        spv.Store "Function" %var, %gt : i1
        spv.Branch ^merge
      ^merge:
        spv.mlir.merge
      }
      %load = spv.Load "Function" %var : i1
      spv.BranchConditional %load, ^continue(%arg1 : i64), ^merge
    ^continue(%arg2: i64):
      spv.Branch ^header(%arg2 : i64)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// -----

// A loop in the continue block: the block is split. Constants in front of a loop stand there, not in its entry block.

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  // CHECK-LABEL: @nested
  // CHECK-NEXT:    %cst0_i32 = spv.Constant 0 : i32
  // CHECK-NEXT:    spv.Branch ^bb1(%cst0_i32 : i32)
  // CHECK-NEXT:  ^bb1(%0: i32):
  // CHECK-NEXT:    spv.mlir.loop {
  // CHECK-NEXT:      spv.Branch ^bb1(%0 : i32)
  // CHECK-NEXT:    ^bb1(%1: i32):
  // CHECK-NEXT:      %2 = spv.SLessThan %1, %arg0 : i32
  // CHECK-NEXT:      spv.BranchConditional %2, ^bb2, ^bb4
  // CHECK-NEXT:    ^bb2:
  // CHECK-NEXT:      spv.Branch ^bb3(%1 : i32)
  // CHECK-NEXT:    ^bb3(%3: i32):
  // CHECK-NEXT:      spv.mlir.loop {
  // CHECK-NEXT:        spv.Branch ^bb1(%3 : i32)
  // CHECK:             spv.IAdd
  // CHECK:           spv.IAdd
  // CHECK-NEXT:      spv.Branch ^bb1
  // CHECK-NEXT:    ^bb4:
  // CHECK-NEXT:      spv.mlir.merge
  spv.func @nested(%count: i32) "None" {
    %zero = spv.Constant 0 : i32
    %one = spv.Constant 1 : i32
    spv.mlir.loop {
      spv.Branch ^header(%zero : i32)
    ^header(%i: i32):
      %0 = spv.SLessThan %i, %count : i32
      spv.BranchConditional %0, ^body, ^merge
    ^body:
      spv.mlir.loop {
        spv.Branch ^header(%i : i32)
      ^header(%j: i32):
        %1 = spv.SLessThan %j, %count : i32
        spv.BranchConditional %1, ^body, ^merge
      ^body:
        %2 = spv.IAdd %j, %one : i32
        spv.Branch ^header(%2 : i32)
      ^merge:
        spv.mlir.merge
      }
      %3 = spv.IAdd %i, %one : i32
      spv.Branch ^header(%3 : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}

// -----

// What nothing reaches is left out, even where it uses each other's values in a circle.

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  // CHECK-LABEL: @unreached
  // CHECK-NEXT:    spv.Return
  // CHECK-NEXT:  }
  spv.func @unreached(%a: i32) "None" {
    spv.Return
  ^bb1(%0: i32):
    %1 = spv.IAdd %0, %a : i32
    spv.Branch ^bb2(%1 : i32)
  ^bb2(%2: i32):
    %3 = spv.IAdd %2, %1 : i32
    spv.Branch ^bb1(%3 : i32)
  }
}

// -----

// Vectors of `true` are lists in what LLVM 14 reads from a binary.

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  // CHECK-LABEL: @lists
  // CHECK:         spv.Constant dense<[true, true, true]> : vector<3xi1>
  // CHECK:         spv.Constant dense<false> : vector<2xi1>
  spv.func @lists() "None" {
    %0 = spv.Constant dense<true> : vector<3xi1>
    %1 = spv.Variable init(%0) : !spv.ptr<vector<3xi1>, Function>
    %2 = spv.Constant dense<[false, false]> : vector<2xi1>
    %3 = spv.Variable init(%2) : !spv.ptr<vector<2xi1>, Function>
    spv.Return
  }
}

// -----

// Operations on specialization constants: an instruction at module scope, an op in front of each use.

spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  // CHECK:       spv.SpecConstant @sc = 1 : i32
  // CHECK-NEXT:  spv.SpecConstantComposite @vector (@sc, @sc) : vector<2xi32>
  // CHECK-NEXT:  spv.func @operations() -> i32 "None" {
  // CHECK-NEXT:    %0 = spv.mlir.referenceof @sc : i32
  // CHECK-NEXT:    %cst0_i32 = spv.Constant 0 : i32
  // CHECK-NEXT:    %1 = spv.SpecConstantOperation wraps "spv.ISub"(%0, %cst0_i32) : (i32, i32) -> i32
  // CHECK-NEXT:    %2 = spv.mlir.referenceof @sc : i32
  // CHECK-NEXT:    %cst0_i32_0 = spv.Constant 0 : i32
  // CHECK-NEXT:    %3 = spv.SpecConstantOperation wraps "spv.ISub"(%2, %cst0_i32_0) : (i32, i32) -> i32
  // CHECK-NEXT:    %4 = spv.SpecConstantOperation wraps "spv.IMul"(%1, %3) : (i32, i32) -> i32
  // CHECK-NEXT:    %5 = spv.mlir.referenceof @vector : vector<2xi32>
  // LLVM 14 loses the indices.
  // CHECK-NEXT:    %6 = spv.SpecConstantOperation wraps "spv.CompositeExtract"(%5) {indices = [1 : i32]} : (vector<2xi32>) -> i32
  // CHECK-NEXT:    %7 = spv.IAdd %4, %6 : i32
  spv.SpecConstant @sc = 1 : i32
  spv.SpecConstantComposite @vector (@sc, @sc) : vector<2xi32>
  spv.func @operations() -> i32 "None" {
    %0 = spv.mlir.referenceof @sc : i32
    %1 = spv.Constant 0 : i32
    %2 = spv.SpecConstantOperation wraps "spv.ISub"(%0, %1) : (i32, i32) -> i32
    %3 = spv.SpecConstantOperation wraps "spv.IMul"(%2, %2) : (i32, i32) -> i32
    %4 = spv.mlir.referenceof @vector : vector<2xi32>
    %5 = spv.SpecConstantOperation wraps "spv.CompositeExtract"(%4) {indices = [1 : i32]} : (vector<2xi32>) -> i32
    %6 = spv.IAdd %3, %5 : i32
    spv.ReturnValue %6 : i32
  }
}
