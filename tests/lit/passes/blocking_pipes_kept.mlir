// RUN: spv-opt %s --cse --dce --licm --simplify-cfg --sink --canonicalize | FileCheck %s
// RUN: spv-opt %s --if-convert-predicated=always --store-forward --dse --loop-unroll --dce | FileCheck %s
// RUN: spv-opt %s -O3 | FileCheck %s
// Blocking pipe instructions change the pipe, may wait, and read or write memory: each stays where it is executed, in order.

spv.module Physical64 OpenCL requires #spv.vce<v1.3, [Kernel, Addresses, Linkage, Pipes, GenericPointer, BlockingPipesALTERA], [SPV_INTEL_blocking_pipes]> {
  // Equal reads are two packets; what is stored before may be overwritten by the read.
  // CHECK-LABEL: spv.func @twice
  // CHECK: spv.Store "Generic" %p, %x : i32
  // CHECK-NEXT: spv.ReadPipeBlockingALTERA %r, %p
  // CHECK-NEXT: %[[A:.*]] = spv.Load "Generic" %p : i32
  // CHECK-NEXT: spv.ReadPipeBlockingALTERA %r, %p
  // CHECK-NEXT: %[[B:.*]] = spv.Load "Generic" %p : i32
  // CHECK-NEXT: %[[S:.*]] = spv.IAdd %[[A]], %[[B]] : i32
  // CHECK-NEXT: spv.ReturnValue %[[S]]
  spv.func @twice(%r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Generic>, %x: i32) -> i32 "None" attributes {linkage_attributes = ["twice", "Export"]} {
    %size = spv.Constant 4 : i32
    spv.Store "Generic" %p, %x : i32
    spv.ReadPipeBlockingALTERA %r, %p, %size, %size : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    %a = spv.Load "Generic" %p : i32
    spv.ReadPipeBlockingALTERA %r, %p, %size, %size : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    %b = spv.Load "Generic" %p : i32
    %s = spv.IAdd %a, %b : i32
    spv.ReturnValue %s : i32
  }

  // A write reads what was stored: no store is dead, and both packets are written.
  // CHECK-LABEL: spv.func @packets
  // CHECK: spv.Store "Generic" %p, %x : i32
  // CHECK-NEXT: spv.WritePipeBlockingALTERA %w, %p
  // CHECK-NEXT: spv.Store "Generic" %p, %y : i32
  // CHECK-NEXT: spv.WritePipeBlockingALTERA %w, %p
  // CHECK-NEXT: spv.Return
  spv.func @packets(%w: !spv.pipe<WriteOnly>, %p: !spv.ptr<i32, Generic>, %x: i32, %y: i32) "None" attributes {linkage_attributes = ["packets", "Export"]} {
    %size = spv.Constant 4 : i32
    spv.Store "Generic" %p, %x : i32
    spv.WritePipeBlockingALTERA %w, %p, %size, %size : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Store "Generic" %p, %y : i32
    spv.WritePipeBlockingALTERA %w, %p, %size, %size : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }

  // Not speculated, and not hoisted out of the loop.
  // CHECK-LABEL: spv.func @guarded
  // CHECK: spv.mlir.selection
  // CHECK: spv.BranchConditional %c
  // CHECK: spv.WritePipeBlockingALTERA
  // CHECK: spv.mlir.merge
  // CHECK: spv.mlir.loop
  // CHECK: spv.BranchConditional
  // CHECK: spv.ReadPipeBlockingALTERA
  // CHECK: spv.mlir.merge
  spv.func @guarded(%w: !spv.pipe<WriteOnly>, %r: !spv.pipe<ReadOnly>, %p: !spv.ptr<i32, Generic>, %c: i1, %n: i32) "None" attributes {linkage_attributes = ["guarded", "Export"]} {
    %size = spv.Constant 4 : i32
    %zero = spv.Constant 0 : i32
    %one = spv.Constant 1 : i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      spv.WritePipeBlockingALTERA %w, %p, %size, %size : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.mlir.loop {
      spv.Branch ^header(%zero : i32)
    ^header(%i: i32):
      %less = spv.ULessThan %i, %n : i32
      spv.BranchConditional %less, ^body, ^merge
    ^body:
      spv.ReadPipeBlockingALTERA %r, %p, %size, %size : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
      spv.Branch ^continue
    ^continue:
      %next = spv.IAdd %i, %one : i32
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
