// RUN: spv-opt %s --canonicalize | FileCheck %s
// A load of a part for the part of a load.
!block = type !spv.struct<(i32 [0], !spv.array<4 x vector<4xf32>, stride=16> [16]), Block>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @u bind(0, 0) : !spv.ptr<!block, Uniform>
  spv.GlobalVariable @p : !spv.ptr<!block, Private>
  // CHECK-LABEL: spv.func @part
  spv.func @part() -> f32 "None" {
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    // CHECK: %[[P:.*]] = spv.AccessChain %u[%cst1_i32, %cst2_i32]
    // CHECK-NEXT: %{{.*}} = spv.Load "Uniform" %[[P]] ["Aligned|Nontemporal", 16] : vector<4xf32>
    %0 = spv.Load "Uniform" %u ["Aligned|Nontemporal", 64] : !block
    %1 = spv.CompositeExtract %0[1 : i32, 2 : i32] : !block
    %2 = spv.CompositeExtract %1[2 : i32] : vector<4xf32>
    %3 = spv.CompositeExtract %1[1 : i32] : vector<4xf32>
    %4 = spv.FAdd %2, %3 : f32
    spv.ReturnValue %4 : f32
  }
  // CHECK-LABEL: spv.func @volatile
  spv.func @volatile() -> i32 "None" {
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    // CHECK-NOT: spv.AccessChain
    %0 = spv.Load "Uniform" %u ["Volatile"] : !block
    %1 = spv.CompositeExtract %0[0 : i32] : !block
    spv.ReturnValue %1 : i32
  }
  // CHECK-LABEL: spv.func @private
  spv.func @private() -> i32 "None" {
    %p = spv.mlir.addressof @p : !spv.ptr<!block, Private>
    // CHECK-NOT: spv.AccessChain
    %0 = spv.Load "Private" %p : !block
    %1 = spv.CompositeExtract %0[0 : i32] : !block
    spv.ReturnValue %1 : i32
  }
  // CHECK-LABEL: spv.func @two_parts
  spv.func @two_parts() -> f32 "None" {
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    // CHECK-NOT: spv.AccessChain
    %0 = spv.Load "Uniform" %u : !block
    %1 = spv.CompositeExtract %0[1 : i32, 0 : i32, 0 : i32] : !block
    %2 = spv.CompositeExtract %0[1 : i32, 0 : i32, 1 : i32] : !block
    %3 = spv.FAdd %1, %2 : f32
    spv.ReturnValue %3 : f32
  }
  // Where the part is nobody knows: a component has no offset.
  // CHECK-LABEL: spv.func @component
  spv.func @component() -> f32 "None" {
    %u = spv.mlir.addressof @u : !spv.ptr<!block, Uniform>
    // CHECK-NOT: spv.AccessChain
    %0 = spv.Load "Uniform" %u ["Aligned", 16] : !block
    %1 = spv.CompositeExtract %0[1 : i32, 0 : i32, 1 : i32] : !block
    spv.ReturnValue %1 : f32
  }
}
