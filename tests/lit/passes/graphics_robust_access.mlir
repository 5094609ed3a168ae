// RUN: spv-opt %s --graphics-robust-access | FileCheck %s

!block = !spv.struct<(i32 [0], !spv.rtarray<f32, stride=4> [4]), Block>
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.GlobalVariable @array : !spv.ptr<!spv.array<4 x vector<3xf32>>, Private>
  spv.GlobalVariable @buffer bind(0, 0) : !spv.ptr<!block, StorageBuffer>
  // CHECK-LABEL: spv.func @f
  spv.func @f(%i: i32, %j: si32) "None" {
    %a = spv.mlir.addressof @array : !spv.ptr<!spv.array<4 x vector<3xf32>>, Private>
    %b = spv.mlir.addressof @buffer : !spv.ptr<!block, StorageBuffer>
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %c9 = spv.Constant 9 : i32
    // CHECK: %[[I:.*]] = spv.GLSL.SClamp %i, %{{.*}}, %[[THREE:cst3.*]] : i32
    // CHECK: %[[J:.*]] = spv.GLSL.SClamp %j, %{{.*}}, %{{.*}} : si32
    // CHECK: spv.AccessChain %a[%[[I]], %[[J]]]
    %p = spv.AccessChain %a[%i, %j] : !spv.ptr<!spv.array<4 x vector<3xf32>>, Private>, i32, si32
    // Beyond the end is the last element; what is within stays.
    // CHECK: spv.AccessChain %a[%[[THREE]], %c2]
    %q = spv.AccessChain %a[%c9, %c2] : !spv.ptr<!spv.array<4 x vector<3xf32>>, Private>, i32, i32
    // CHECK: %[[L:.*]] = spv.ArrayLength %b, 1
    // CHECK: %[[LAST:.*]] = spv.ISub %[[L]], %{{.*}} : i32
    // CHECK: %[[K:.*]] = spv.GLSL.SClamp %i, %{{.*}}, %[[LAST]] : i32
    // CHECK: spv.AccessChain %b[%c1, %[[K]]]
    %r = spv.AccessChain %b[%c1, %i] : !spv.ptr<!block, StorageBuffer>, i32, i32
    spv.Return
  }
}
