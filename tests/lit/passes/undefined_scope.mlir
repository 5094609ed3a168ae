// RUN: spv-opt %s --mem2reg | FileCheck %s
// A kernel may compute scopes and memory semantics; a constant that means nothing is invalid even where the op is never executed.
// What the op does is undefined, and so is the constant.
spv.module Physical64 OpenCL requires #spv.vce<v1.3, [Kernel, Addresses, Linkage, GroupNonUniform, GroupNonUniformArithmetic, GroupNonUniformRotateKHR], [SPV_KHR_subgroup_rotate]> {
  // CHECK-LABEL: spv.func @f
  // CHECK:       %[[UNDEF:.*]] = spv.Undef {module_scope = 0 : i32} : i32
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
  // CHECK:       %[[UNDEF:.*]] = spv.Undef {module_scope = 0 : i32} : i32
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
  // CHECK:       %[[UNDEF:.*]] = spv.Undef {module_scope = 0 : i32} : i32
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
  // CHECK-LABEL: spv.func @semantics
  // CHECK:       %[[UNDEF:.*]] = spv.Undef {module_scope = 0 : i32} : i32
  // Two memory orders.
  // CHECK:       spv.MemoryBarrier Device, %[[UNDEF]]
  // One that a store, a load and a failed comparison may not have.
  // CHECK-NEXT:  spv.AtomicStore "Device" %[[UNDEF]] %p, %c2
  // CHECK-NEXT:  spv.AtomicLoad "Device" %c2 %p
  // CHECK-NEXT:  spv.AtomicStore "Device" %c4 %p, %c4
  // CHECK-NEXT:  spv.AtomicLoad "Device" %[[UNDEF]] %p
  // CHECK-NEXT:  spv.AtomicCompareExchange "Device" %c4 %[[UNDEF]] %p, %c4, %c2
  // CHECK-NEXT:  spv.AtomicCompareExchange "Device" %c4 %c2 %p, %c4, %c2
  // One that is stronger than the other.
  // CHECK-NEXT:  spv.AtomicCompareExchange "Device" "None" %[[UNDEF]] %p, %c4, %c2
  // Scopes of memory and of groups that kernels do not have.
  // CHECK-NEXT:  spv.MemoryBarrier %[[UNDEF]], Acquire
  // CHECK-NEXT:  spv.GroupNonUniformIAdd %[[UNDEF]] "Reduce" %c4
  // CHECK-NEXT:  spv.GroupNonUniformRotateKHR %c2 %c4, %c2
  // CHECK-NEXT:  spv.GroupNonUniformRotateKHR %[[UNDEF]] %c4, %c2
  spv.func @semantics(%p: !spv.ptr<i32, CrossWorkgroup>) "None" {
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %c4 = spv.Constant 4 : i32
    %c5 = spv.Constant 5 : i32
    %c6 = spv.Constant 6 : i32
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.Store "Function" %v, %c6 : i32
    %both = spv.Load "Function" %v : i32
    spv.MemoryBarrier Device, %both
    spv.Store "Function" %v, %c2 : i32
    %acquire = spv.Load "Function" %v : i32
    spv.AtomicStore "Device" %acquire %p, %c2 : !spv.ptr<i32, CrossWorkgroup>
    %0 = spv.AtomicLoad "Device" %acquire %p : !spv.ptr<i32, CrossWorkgroup>
    spv.Store "Function" %v, %c4 : i32
    %release = spv.Load "Function" %v : i32
    spv.AtomicStore "Device" %release %p, %c4 : !spv.ptr<i32, CrossWorkgroup>
    %1 = spv.AtomicLoad "Device" %release %p : !spv.ptr<i32, CrossWorkgroup>
    %2 = spv.AtomicCompareExchange "Device" %release %release %p, %c4, %c2 : !spv.ptr<i32, CrossWorkgroup>
    %3 = spv.AtomicCompareExchange "Device" %release %acquire %p, %c4, %c2 : !spv.ptr<i32, CrossWorkgroup>
    %4 = spv.AtomicCompareExchange "Device" "None" %acquire %p, %c4, %c2 : !spv.ptr<i32, CrossWorkgroup>
    spv.Store "Function" %v, %c5 : i32
    %queue = spv.Load "Function" %v : i32
    spv.MemoryBarrier %queue, Acquire
    %5 = spv.GroupNonUniformIAdd %queue "Reduce" %c4 : i32
    spv.Store "Function" %v, %c2 : i32
    %workgroup = spv.Load "Function" %v : i32
    %6 = spv.GroupNonUniformRotateKHR %workgroup %c4, %c2 : i32, i32
    spv.Store "Function" %v, %c1 : i32
    %device = spv.Load "Function" %v : i32
    %7 = spv.GroupNonUniformRotateKHR %device %c4, %c2 : i32, i32
    spv.Return
  }
}
