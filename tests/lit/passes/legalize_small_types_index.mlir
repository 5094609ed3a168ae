// RUN: spv-opt %s --legalize-small-types='arithmetic=none storage=8' --canonicalize | FileCheck %s
// An index that is loaded from the same block: it is the value of the access to a word.
// CHECK-LABEL: spv.func @of_block
// CHECK: %[[I:.*]] = spv.Load "StorageBuffer" %{{.*}} : i32
// CHECK: %[[AT:.*]] = spv.IAdd %[[I]], %{{.*}} : i32
// CHECK: %[[N:.*]] = spv.ShiftRightLogical %[[AT]], %{{.*}} : i32, i32
// CHECK: spv.AccessChain %{{.*}}[%{{.*}}, %[[N]]]
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, Int8, StorageBuffer8BitAccess], [SPV_KHR_8bit_storage]> {
  spv.GlobalVariable @block bind(0, 0) : !spv.ptr<!spv.struct<(i32 [0], !spv.array<12 x i8, stride=1> [4]), Block>, StorageBuffer>
  spv.func @of_block() -> i8 "None" attributes {linkage_attributes = ["of_block", "Export"]} {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %block = spv.mlir.addressof @block : !spv.ptr<!spv.struct<(i32 [0], !spv.array<12 x i8, stride=1> [4]), Block>, StorageBuffer>
    %ip = spv.AccessChain %block[%c0] : !spv.ptr<!spv.struct<(i32 [0], !spv.array<12 x i8, stride=1> [4]), Block>, StorageBuffer>, i32
    %i = spv.Load "StorageBuffer" %ip : i32
    %bp = spv.AccessChain %block[%c1, %i] : !spv.ptr<!spv.struct<(i32 [0], !spv.array<12 x i8, stride=1> [4]), Block>, StorageBuffer>, i32, i32
    %b = spv.Load "StorageBuffer" %bp : i8
    spv.ReturnValue %b : i8
  }
}
