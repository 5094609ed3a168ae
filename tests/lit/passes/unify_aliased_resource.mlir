// RUN: spv-opt %s --split-input-file --spirv-unify-aliased-resource --verify-diagnostics | FileCheck %s

// A 64-bit element of a buffer of vectors is two components: the second one of a vector begins at its third.

// CHECK-NOT: @l
// CHECK: spv.GlobalVariable @v bind(0, 1) : !spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>
// CHECK-NOT: @l
// CHECK: spv.func @f(%i: i32)
// CHECK: %[[TWO:.*]] = spv.Constant 2 : i32
// CHECK: %[[ROW:.*]] = spv.SDiv %i, %[[TWO]] : i32
// CHECK: %[[HALF:.*]] = spv.SMod %i, %[[TWO]] : i32
// CHECK: %[[AT:.*]] = spv.IMul %[[HALF]], %{{.*}} : i32
// CHECK: %[[P:.*]] = spv.AccessChain %{{.*}}[%{{.*}}, %[[ROW]], %[[AT]]]
// The parts have no names, what they are put together to has that of the whole.
// CHECK: %[[A:.*]] = spv.Load "StorageBuffer" %[[P]] : f32
// CHECK: %[[NEXT:.*]] = spv.IAdd %[[AT]], %{{.*}} : i32
// CHECK: %[[Q:.*]] = spv.AccessChain %{{.*}}[%{{.*}}, %[[ROW]], %[[NEXT]]]
// CHECK: %[[B:.*]] = spv.Load "StorageBuffer" %[[Q]] : f32
// CHECK: %[[C:.*]] = spv.CompositeConstruct %[[A]], %[[B]] : vector<2xf32>
// CHECK: %x = spv.Bitcast %[[C]] : vector<2xf32> to i64
spv.module Logical GLSL450 {
  spv.GlobalVariable @v bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>
  spv.GlobalVariable @l bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<i64, stride=8> [0])>, StorageBuffer>
  spv.func @f(%i: i32) -> i64 "None" {
    %c0 = spv.Constant 0 : i32
    %a = spv.mlir.addressof @l : !spv.ptr<!spv.struct<(!spv.rtarray<i64, stride=8> [0])>, StorageBuffer>
    %p = spv.AccessChain %a[%c0, %i] : !spv.ptr<!spv.struct<(!spv.rtarray<i64, stride=8> [0])>, StorageBuffer>, i32, i32
    %x = spv.Load "StorageBuffer" %p {op_name = ["x", "a b"]} : i64
    spv.ReturnValue %x : i64
  }
}

// -----

// A store of half a pair of words cannot be split.

spv.module Logical GLSL450 {
  spv.GlobalVariable @s bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spv.GlobalVariable @l bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<i64, stride=8> [0])>, StorageBuffer>
  spv.func @f(%i: i32, %x: i64) "None" {
    %c0 = spv.Constant 0 : i32
    %a = spv.mlir.addressof @l : !spv.ptr<!spv.struct<(!spv.rtarray<i64, stride=8> [0])>, StorageBuffer>
    %p = spv.AccessChain %a[%c0, %i] : !spv.ptr<!spv.struct<(!spv.rtarray<i64, stride=8> [0])>, StorageBuffer>, i32, i32
    // expected-error @+1 {{failed to legalize operation 'spv.Store'}}
    spv.Store "StorageBuffer" %p, %x : i64
    spv.Return
  }
}

// -----

// Vectors of three elements stay; a variable that is alone loses the decoration.

// CHECK: spv.GlobalVariable @s bind(0, 1) {aliased}
// CHECK: spv.GlobalVariable @v bind(0, 1) {aliased}
// CHECK: spv.GlobalVariable @w bind(1, 1) : !spv.ptr
spv.module Logical GLSL450 {
  spv.GlobalVariable @s bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spv.GlobalVariable @v bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<vector<3xf32>, stride=16> [0])>, StorageBuffer>
  spv.GlobalVariable @w bind(1, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>
}

// -----

// Entry points and debug information refer to the variable that is kept.
// CHECK: spv.EntryPoint "GLCompute" @f, @v
// CHECK-NOT: @s
// CHECK: spv.ExtInst "NonSemantic.Own", 1, @v
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], [SPV_KHR_non_semantic_info]> attributes {ext_inst_imports = ["NonSemantic.Own"]} {
  spv.EntryPoint "GLCompute" @f, @v, @s
  spv.GlobalVariable @v bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>
  spv.GlobalVariable @s bind(0, 1) {aliased} : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spv.ExtInst "NonSemantic.Own", 1, @s
  spv.func @f() "None" {
    spv.Return
  }
}
