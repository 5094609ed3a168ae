// RUN: spv-opt %s --mem2reg | FileCheck %s
// A kernel may compute a scope; a constant that is no scope is invalid even where the op is never executed. What the op
// does is undefined, and so is its scope.
spv.module Physical64 OpenCL requires #spv.vce<v1.2, [Kernel, Addresses, Linkage], []> {
  // CHECK-LABEL: spv.func @f
  // CHECK:       %[[UNDEF:.*]] = spv.Undef : i32
  // CHECK:       spv.MemoryBarrier %[[UNDEF]], "SequentiallyConsistent|WorkgroupMemory"
  // CHECK:       spv.ControlBarrier %[[UNDEF]], %[[UNDEF]]
  // CHECK:       spv.MemoryBarrier %{{c.*2.*}}, "SequentiallyConsistent|WorkgroupMemory"
  spv.func @f() "None" {
    %c31 = spv.Constant 31 : i32
    %c2 = spv.Constant 2 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %c31 : i32
    %scope = spv.Load "Function" %v : i32
    %c32 = spv.Constant 32 : i32
    %w = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %w, %c32 : i32
    %memory = spv.Load "Function" %w : i32
    spv.MemoryBarrier %scope, "SequentiallyConsistent|WorkgroupMemory"
    spv.ControlBarrier %scope, %memory, "SequentiallyConsistent|WorkgroupMemory"
    spv.Store "Function" %v, %c2 : i32
    %other = spv.Load "Function" %v : i32
    spv.MemoryBarrier %other, "SequentiallyConsistent|WorkgroupMemory"
    spv.Return
  }
  // CHECK-LABEL: spv.func @named
  // CHECK:       %[[UNDEF:.*]] = spv.Undef : i32
  // CHECK:       spv.MemoryBarrier %[[UNDEF]], "SequentiallyConsistent|WorkgroupMemory"
  spv.GlobalConstant @n = 33 : i32
  spv.func @named() "None" {
    %n = spv.mlir.referenceof @n : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %n : i32
    %scope = spv.Load "Function" %v : i32
    spv.MemoryBarrier %scope, "SequentiallyConsistent|WorkgroupMemory"
    spv.Return
  }
  // CHECK-LABEL: spv.func @looped
  // CHECK:       %[[UNDEF:.*]] = spv.Undef : i32
  // CHECK:       spv.MemoryBarrier %[[UNDEF]], "SequentiallyConsistent|WorkgroupMemory"
  spv.func @looped(%c: i1) "None" {
    %n = spv.mlir.referenceof @n : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      spv.Branch ^body
    ^body:
      spv.Store "Function" %v, %n : i32
      spv.BranchConditional %c, ^continue, ^merge
    ^continue:
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    %scope = spv.Load "Function" %v : i32
    spv.MemoryBarrier %scope, "SequentiallyConsistent|WorkgroupMemory"
    spv.Return
  }
}
