// RUN: spv-opt %s --expand-predicated-io | FileCheck %s
// RUN: spv-opt %s --expand-predicated-io --spirv-update-vce | FileCheck %s --check-prefix=VCE

// The module needs the capability no longer.
// VCE: requires #spv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>
module attributes { spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, {}> } {
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, PredicatedIOINTEL], [SPV_KHR_storage_buffer_storage_class, SPV_INTEL_predicated_io]> {
  spv.GlobalVariable @in bind(0, 0) : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
  spv.EntryPoint "GLCompute" @one
  spv.EntryPoint "GLCompute" @shared
  spv.EntryPoint "GLCompute" @needed
  spv.EntryPoint "GLCompute" @defaults
  spv.ExecutionMode @one "LocalSize", 1, 1, 1
  spv.ExecutionMode @shared "LocalSize", 1, 1, 1
  spv.ExecutionMode @needed "LocalSize", 1, 1, 1
  spv.ExecutionMode @defaults "LocalSize", 1, 1, 1

  // CHECK-LABEL: spv.func @one
  // CHECK: %[[X:.*]] = spv.mlir.selection -> i32 {
  // CHECK-NEXT: spv.BranchConditional %{{.*}}, ^bb1, ^bb2(%[[D:.*]] : i32)
  // CHECK-NEXT: ^bb1:
  // CHECK-NEXT: %[[V:.*]] = spv.Load "StorageBuffer" %{{.*}} ["Aligned", 4] : i32
  // CHECK-NEXT: spv.Branch ^bb2(%[[V]] : i32)
  // CHECK: spv.mlir.merge
  // CHECK: spv.mlir.selection {
  // CHECK: spv.Store "StorageBuffer" %{{.*}}, %[[X]] : i32
  spv.func @one() "None" {
    %0 = spv.Constant 0 : i32
    %d = spv.Constant 7 : i32
    %in = spv.mlir.addressof @in : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %p = spv.AccessChain %in[%0, %0] : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %old = spv.Load "StorageBuffer" %p : i32
    %c = spv.SGreaterThan %old, %0 : i32
    %x = spv.PredicatedLoadINTEL %p, %c, %d ["Aligned", 4] : !spv.ptr<i32, StorageBuffer>, i1 -> i32
    %e = spv.SLessThan %x, %0 : i32
    spv.PredicatedStoreINTEL %p, %x, %e : !spv.ptr<i32, StorageBuffer>, i32, i1
    spv.Return
  }

  // Accesses with one predicate share a selection, with the op that only they need.
  // CHECK-LABEL: spv.func @shared
  // CHECK: spv.mlir.selection {
  // CHECK: spv.Load "StorageBuffer"
  // CHECK-NEXT: spv.IAdd
  // CHECK-NEXT: spv.Store "StorageBuffer"
  // CHECK-NOT: spv.mlir.selection
  // CHECK: spv.Return
  spv.func @shared() "None" {
    %0 = spv.Constant 0 : i32
    %in = spv.mlir.addressof @in : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %p = spv.AccessChain %in[%0, %0] : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %old = spv.Load "StorageBuffer" %p : i32
    %c = spv.SGreaterThan %old, %0 : i32
    %x = spv.PredicatedLoadINTEL %p, %c, %0 : !spv.ptr<i32, StorageBuffer>, i1 -> i32
    %free = spv.IMul %old, %old : i32
    %y = spv.IAdd %x, %free : i32
    spv.PredicatedStoreINTEL %p, %y, %c : !spv.ptr<i32, StorageBuffer>, i32, i1
    spv.Return
  }

  // An op that is needed elsewhere ends the selection.
  // CHECK-LABEL: spv.func @needed
  // CHECK: %[[X:.*]] = spv.mlir.selection -> i32 {
  // CHECK: %[[Y:.*]] = spv.IAdd %[[X]], %{{.*}} : i32
  // CHECK: spv.mlir.selection {
  // CHECK: spv.Store "StorageBuffer" %{{.*}}, %[[Y]] : i32
  // CHECK: spv.Store "StorageBuffer" %{{.*}}, %[[Y]] : i32
  spv.func @needed() "None" {
    %0 = spv.Constant 0 : i32
    %in = spv.mlir.addressof @in : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %p = spv.AccessChain %in[%0, %0] : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %old = spv.Load "StorageBuffer" %p : i32
    %c = spv.SGreaterThan %old, %0 : i32
    %x = spv.PredicatedLoadINTEL %p, %c, %0 : !spv.ptr<i32, StorageBuffer>, i1 -> i32
    %y = spv.IAdd %x, %old : i32
    spv.PredicatedStoreINTEL %p, %y, %c : !spv.ptr<i32, StorageBuffer>, i32, i1
    spv.Store "StorageBuffer" %p, %y : i32
    spv.Return
  }

  // The default of the second load is the first load: where the predicate is false, that is its default.
  // CHECK-LABEL: spv.func @defaults
  // CHECK: spv.mlir.selection -> (i32, i32) {
  // CHECK-NEXT: spv.BranchConditional %{{.*}}, ^bb1, ^bb2(%[[D:.*]], %[[D]] : i32, i32)
  spv.func @defaults() "None" {
    %0 = spv.Constant 0 : i32
    %d = spv.Constant 7 : i32
    %in = spv.mlir.addressof @in : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %p = spv.AccessChain %in[%0, %0] : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %old = spv.Load "StorageBuffer" %p : i32
    %c = spv.SGreaterThan %old, %0 : i32
    %x = spv.PredicatedLoadINTEL %p, %c, %d : !spv.ptr<i32, StorageBuffer>, i1 -> i32
    %y = spv.PredicatedLoadINTEL %p, %c, %x : !spv.ptr<i32, StorageBuffer>, i1 -> i32
    %z = spv.IAdd %x, %y : i32
    spv.Store "StorageBuffer" %p, %z : i32
    spv.Return
  }

  // A load whose value is used under its predicate alone has no names.
  // CHECK-LABEL: spv.func @names
  // CHECK-NOT: op_name
  spv.func @names() "None" {
    %0 = spv.Constant 0 : i32
    %in = spv.mlir.addressof @in : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %p = spv.AccessChain %in[%0, %0] : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %old = spv.Load "StorageBuffer" %p : i32
    %c = spv.SGreaterThan %old, %0 : i32
    %x = spv.PredicatedLoadINTEL %p, %c, %0 {op_name = ["x", "a b"]} : !spv.ptr<i32, StorageBuffer>, i1 -> i32
    spv.PredicatedStoreINTEL %p, %x, %c : !spv.ptr<i32, StorageBuffer>, i32, i1
    spv.Return
  }
}
}
