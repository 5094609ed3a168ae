// RUN: spv-opt %s --copy-propagate-arrays --dce | FileCheck %s
!block = !spv.struct<(!spv.array<4 x f32, stride=16> [0]), Block>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @u bind(0, 0) : !spv.ptr<!block, Uniform>
  spv.GlobalVariable @b bind(0, 1) : !spv.ptr<!block, StorageBuffer>
  // CHECK-LABEL: spv.func @logical
  // CHECK-NOT: spv.Variable
  // CHECK: %[[P:.*]] = spv.AccessChain %{{.*}}[%{{.*}}] : !spv.ptr<{{.*}}, Uniform>, i32
  // CHECK: %[[Q:.*]] = spv.AccessChain %[[P]][%i] : !spv.ptr<!spv.array<4 x f32, stride=16>, Uniform>, i32
  // CHECK-NEXT: %x = spv.Load "Uniform" %[[Q]] : f32
  // CHECK-NEXT: %[[W:.*]] = spv.Load "Uniform" %[[P]] : !spv.array<4 x f32, stride=16>
  // CHECK-NEXT: spv.CopyLogical %[[W]]
  spv.func @logical(%i: i32) -> !spv.array<4 x f32> "None" {
    %c0 = spv.Constant 0 : i32
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    %v = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    %w = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    %p = spv.AccessChain %u[%c0] : !spv.ptr<!block, Uniform>, i32
    %0 = spv.Load "Uniform" %p : !spv.array<4 x f32, stride=16>
    %1 = spv.CopyLogical %0 : !spv.array<4 x f32, stride=16> -> !spv.array<4 x f32>
    spv.Store "Function" %v, %1 : !spv.array<4 x f32>
    // A copy of the copy.
    %2 = spv.Load "Function" %v : !spv.array<4 x f32>
    spv.Store "Function" %w, %2 : !spv.array<4 x f32>
    %q = spv.AccessChain %w[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    %x = spv.Load "Function" %q : f32
    %3 = spv.Load "Function" %w : !spv.array<4 x f32>
    %4 = spv.CompositeInsert %x, %3[0 : i32] : f32 into !spv.array<4 x f32>
    spv.ReturnValue %4 : !spv.array<4 x f32>
  }
  // CHECK-LABEL: spv.func @elements
  // CHECK-NOT: spv.Variable
  // CHECK: spv.Load "Uniform" %{{.*}} : f32
  spv.func @elements(%i: i32) -> f32 "None" {
    %c0 = spv.Constant 0 : i32
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    %v = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    %p = spv.AccessChain %u[%c0] : !spv.ptr<!block, Uniform>, i32
    %0 = spv.Load "Uniform" %p : !spv.array<4 x f32, stride=16>
    %e0 = spv.CompositeExtract %0[0 : i32] : !spv.array<4 x f32, stride=16>
    %e1 = spv.CompositeExtract %0[1 : i32] : !spv.array<4 x f32, stride=16>
    %e2 = spv.CompositeExtract %0[2 : i32] : !spv.array<4 x f32, stride=16>
    %e3 = spv.CompositeExtract %0[3 : i32] : !spv.array<4 x f32, stride=16>
    %1 = spv.CompositeConstruct %e0, %e1, %e2, %e3 : !spv.array<4 x f32>
    spv.Store "Function" %v, %1 : !spv.array<4 x f32>
    %q = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    %x = spv.Load "Function" %q : f32
    spv.ReturnValue %x : f32
  }
  // Elements in another order are no copy.
  // CHECK-LABEL: spv.func @reordered
  // CHECK: spv.Load "Function" %{{.*}} : f32
  spv.func @reordered(%i: i32) -> f32 "None" {
    %c0 = spv.Constant 0 : i32
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    %v = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    %p = spv.AccessChain %u[%c0] : !spv.ptr<!block, Uniform>, i32
    %0 = spv.Load "Uniform" %p : !spv.array<4 x f32, stride=16>
    %e0 = spv.CompositeExtract %0[0 : i32] : !spv.array<4 x f32, stride=16>
    %e1 = spv.CompositeExtract %0[1 : i32] : !spv.array<4 x f32, stride=16>
    %1 = spv.CompositeConstruct %e1, %e0, %e1, %e0 : !spv.array<4 x f32>
    spv.Store "Function" %v, %1 : !spv.array<4 x f32>
    %q = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    %x = spv.Load "Function" %q : f32
    spv.ReturnValue %x : f32
  }
  // The memory, or the variable, may change after the copy.
  // CHECK-LABEL: spv.func @written
  // CHECK: %v = spv.Variable
  // CHECK: %w = spv.Variable
  // CHECK: %x = spv.Load "Function"
  // CHECK: %y = spv.Load "Function"
  spv.func @written(%i: i32) -> f32 "None" {
    %c0 = spv.Constant 0 : i32
    %f0 = spv.Constant 0.0 : f32
    %b = spv.mlir.addressof @b : !spv.ptr<!block, StorageBuffer>
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    %v = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    %w = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    %p = spv.AccessChain %b[%c0] : !spv.ptr<!block, StorageBuffer>, i32
    %0 = spv.Load "StorageBuffer" %p : !spv.array<4 x f32, stride=16>
    %1 = spv.CopyLogical %0 : !spv.array<4 x f32, stride=16> -> !spv.array<4 x f32>
    spv.Store "Function" %v, %1 : !spv.array<4 x f32>
    %r = spv.AccessChain %u[%c0] : !spv.ptr<!block, Uniform>, i32
    %2 = spv.Load "Uniform" %r : !spv.array<4 x f32, stride=16>
    %3 = spv.CopyLogical %2 : !spv.array<4 x f32, stride=16> -> !spv.array<4 x f32>
    spv.Store "Function" %w, %3 : !spv.array<4 x f32>
    %q = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    %s = spv.AccessChain %w[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    spv.Store "Function" %s, %f0 : f32
    %x = spv.Load "Function" %q : f32
    %y = spv.Load "Function" %s : f32
    %sum = spv.FAdd %x, %y : f32
    spv.ReturnValue %sum : f32
  }
  // A path to the load has no copy.
  // CHECK-LABEL: spv.func @conditional
  // CHECK: %x = spv.Load "Function"
  spv.func @conditional(%i: i32, %c: i1) -> f32 "None" {
    %c0 = spv.Constant 0 : i32
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    %v = spv.Variable : !spv.ptr<!spv.array<4 x f32>, Function>
    %p = spv.AccessChain %u[%c0] : !spv.ptr<!block, Uniform>, i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      %0 = spv.Load "Uniform" %p : !spv.array<4 x f32, stride=16>
      %1 = spv.CopyLogical %0 : !spv.array<4 x f32, stride=16> -> !spv.array<4 x f32>
      spv.Store "Function" %v, %1 : !spv.array<4 x f32>
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    %q = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
    %x = spv.Load "Function" %q : f32
    spv.ReturnValue %x : f32
  }
}
