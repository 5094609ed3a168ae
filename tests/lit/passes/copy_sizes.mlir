// RUN: spv-opt %s --mem2reg | FileCheck %s
// RUN: spv-opt %s --freeze-spec-const | FileCheck --check-prefix=FREEZE %s
// A constant size of a copy is neither 0 nor negative. Where a pass makes one, a copy of nothing is erased, and a size with
// the sign bit set is of the unsigned type (`i64`), with the same bits.
spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Kernel, Addresses, Linkage, Int64], []> {
  spv.SpecConstant @none spec_id(0) = 0 : i64
  spv.SpecConstant @some spec_id(1) = 8 : i64
  // CHECK-LABEL: spv.func @f
  // CHECK:       %[[SIZE:.*]] = spv.Constant -8 : i64
  // CHECK-NEXT:  spv.CopyMemorySized "CrossWorkgroup" %to, "CrossWorkgroup" %from, %[[SIZE]] : i64
  // CHECK-NEXT:  spv.mlir.referenceof @none
  // CHECK-COUNT-2: spv.CopyMemorySized
  // CHECK-NEXT:  spv.Return
  // FREEZE-LABEL: spv.func @f
  // FREEZE-COUNT-3: spv.CopyMemorySized
  // FREEZE-NEXT:  spv.Return
  spv.func @f(%to: !spv.ptr<i8, CrossWorkgroup>, %from: !spv.ptr<i8, CrossWorkgroup>) "None" {
    %c0 = spv.Constant 0 : i64
    %c-8 = spv.Constant -8 : si64
    %v = spv.Variable : !spv.ptr<i64, Function>
    %w = spv.Variable : !spv.ptr<si64, Function>
    spv.Store "Function" %v, %c0 : i64
    spv.Store "Function" %w, %c-8 : si64
    %size = spv.Load "Function" %v : i64
    spv.CopyMemorySized "CrossWorkgroup" %to, "CrossWorkgroup" %from, %size : i64
    %other = spv.Load "Function" %w : si64
    spv.CopyMemorySized "CrossWorkgroup" %to, "CrossWorkgroup" %from, %other : si64
    %none = spv.mlir.referenceof @none : i64
    spv.CopyMemorySized "CrossWorkgroup" %to, "CrossWorkgroup" %from, %none : i64
    %some = spv.mlir.referenceof @some : i64
    spv.CopyMemorySized "CrossWorkgroup" %to, "CrossWorkgroup" %from, %some : i64
    spv.Return
  }
  // A size may come out of a construct.
  // CHECK-LABEL: spv.func @looped
  // CHECK:       spv.CopyMemorySized
  // CHECK-NOT:   spv.CopyMemorySized
  // CHECK:       spv.Return
  spv.func @looped(%to: !spv.ptr<i8, CrossWorkgroup>, %from: !spv.ptr<i8, CrossWorkgroup>, %c: i1) "None" {
    %v = spv.Variable : !spv.ptr<i64, Function>
    %c8 = spv.Constant 8 : i64
    spv.Store "Function" %v, %c8 : i64
    %1 = spv.mlir.loop -> i64 {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      %c0 = spv.Constant 0 : i64
      %size = spv.Load "Function" %v : i64
      spv.CopyMemorySized "CrossWorkgroup" %to, "CrossWorkgroup" %from, %size : i64
      spv.BranchConditional %c, ^continue, ^merge
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge %c0 : i64
    }
    spv.CopyMemorySized "CrossWorkgroup" %to, "CrossWorkgroup" %from, %1 : i64
    spv.Return
  }
}
