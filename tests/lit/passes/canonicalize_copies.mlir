// RUN: spv-opt %s --canonicalize | FileCheck %s
!a = type !spv.struct<(f32 [0], vector<2xi32> [8])>
!b = type !spv.struct<(f32 [16], vector<2xi32> [32])>
!outer_a = type !spv.struct<(!spv.struct<(f32 [0], vector<2xi32> [8])> [0], i32 [16])>
!outer_b = type !spv.struct<(!spv.struct<(f32 [16], vector<2xi32> [32])> [0], i32 [64])>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK-LABEL: spv.func @copies
  spv.func @copies(%x: !a, %y: !outer_a, %s: !b, %i: i32, %out: !spv.ptr<f32, Function>, %iout: !spv.ptr<i32, Function>, %bout: !spv.ptr<!b, Function>, %oout: !spv.ptr<!outer_a, Function>, %aout: !spv.ptr<!a, Function>) "None" {
    // An element of a copy.
    // CHECK: %[[F:.*]] = spv.CompositeExtract %x[0 : i32]
    // CHECK-NEXT: spv.Store "Function" %out, %[[F]]
    %0 = spv.CopyLogical %x : !a -> !b
    %1 = spv.CompositeExtract %0[0 : i32] : !b
    spv.Store "Function" %out, %1 : f32
    // CHECK-NEXT: %[[I:.*]] = spv.CompositeExtract %y[0 : i32, 1 : i32, 1 : i32]
    // CHECK-NEXT: spv.Store "Function" %iout, %[[I]]
    %2 = spv.CopyLogical %y : !outer_a -> !outer_b
    %3 = spv.CompositeExtract %2[0 : i32, 1 : i32, 1 : i32] : !outer_b
    spv.Store "Function" %iout, %3 : i32
    // One that has another type itself.
    // CHECK-NEXT: %[[E:.*]] = spv.CompositeExtract %y[0 : i32]
    // CHECK-NEXT: %[[C:.*]] = spv.CopyLogical %[[E]]
    // CHECK-NEXT: spv.Store "Function" %bout, %[[C]]
    %4 = spv.CopyLogical %y : !outer_a -> !outer_b
    %5 = spv.CompositeExtract %4[0 : i32] : !outer_b
    spv.Store "Function" %bout, %5 : !b
    // One as well, where the others are gone.
    // CHECK-NEXT: %[[E2:.*]] = spv.CompositeExtract %y[0 : i32]
    // CHECK-NEXT: %[[C2:.*]] = spv.CopyLogical %[[E2]]
    // CHECK-NEXT: %[[I2:.*]] = spv.CompositeExtract %y[1 : i32]
    // CHECK-NEXT: spv.Store "Function" %bout, %[[C2]]
    // CHECK-NEXT: spv.Store "Function" %iout, %[[I2]]
    %10 = spv.CopyLogical %y : !outer_a -> !outer_b
    %11 = spv.CompositeExtract %10[0 : i32] : !outer_b
    %12 = spv.CompositeExtract %10[1 : i32] : !outer_b
    spv.Store "Function" %bout, %11 : !b
    spv.Store "Function" %iout, %12 : i32
    // There and back.
    // CHECK-NEXT: spv.Store "Function" %aout, %x
    %6 = spv.CopyLogical %x : !a -> !b
    %7 = spv.CopyLogical %6 : !b -> !a
    spv.Store "Function" %aout, %7 : !a
    // What is constructed is so in the type that it is copied to.
    // CHECK-NEXT: %[[S:.*]] = spv.CopyLogical %s
    // CHECK-NEXT: %[[O:.*]] = spv.CompositeConstruct %[[S]], %i
    // CHECK-NEXT: spv.Store "Function" %oout, %[[O]]
    %8 = spv.CompositeConstruct %s, %i : !outer_b
    %9 = spv.CopyLogical %8 : !outer_b -> !outer_a
    spv.Store "Function" %oout, %9 : !outer_a
    spv.Return
  }
  // CHECK-LABEL: spv.func @parts
  spv.func @parts(%x: !a, %v: vector<2xi32>, %w: vector<2xi32>, %i: i32, %out: !spv.ptr<vector<2xi32>, Function>, %aout: !spv.ptr<!a, Function>, %iout: !spv.ptr<i32, Function>) "None" {
    // A part that is taken apart and put together again.
    // CHECK: %[[V:.*]] = spv.CompositeExtract %x[1 : i32]
    // CHECK-NEXT: spv.Store "Function" %out, %[[V]]
    %0 = spv.CompositeExtract %x[1 : i32, 0 : i32] : !a
    %1 = spv.CompositeExtract %x[1 : i32, 1 : i32] : !a
    %2 = spv.CompositeConstruct %0, %1 : vector<2xi32>
    spv.Store "Function" %out, %2 : vector<2xi32>
    // All elements of a part.
    // CHECK-NEXT: %[[P:.*]] = spv.CompositeConstruct %i, %0
    // CHECK-NEXT: %[[A:.*]] = spv.CompositeInsert %[[P]], %x[1 : i32]
    // CHECK-NEXT: spv.Store "Function" %aout, %[[A]]
    %3 = spv.CompositeInsert %0, %x[1 : i32, 1 : i32] : i32 into !a
    %4 = spv.CompositeInsert %i, %3[1 : i32, 0 : i32] : i32 into !a
    spv.Store "Function" %aout, %4 : !a
    // Of one of two vectors.
    // CHECK-NEXT: %[[ONE:.*]] = spv.VectorShuffle [1 : i32, 0 : i32] %w : vector<2xi32>, %w
    // CHECK-NEXT: spv.Store "Function" %out, %[[ONE]]
    %5 = spv.VectorShuffle [3 : i32, 2 : i32] %v : vector<2xi32>, %w : vector<2xi32> -> vector<2xi32>
    spv.Store "Function" %out, %5 : vector<2xi32>
    // A component that is not defined.
    // CHECK-NEXT: %[[U:.*]] = spv.Undef {module_scope = 0 : i32} : i32
    // CHECK-NEXT: spv.Store "Function" %iout, %[[U]] ["Volatile"]
    %6 = spv.VectorShuffle [0 : i32, 0xffffffff : i32] %v : vector<2xi32>, %w : vector<2xi32> -> vector<2xi32>
    %7 = spv.CompositeExtract %6[1 : i32] : vector<2xi32>
    spv.Store "Function" %iout, %7 ["Volatile"] : i32
    // Such a value need not be stored.
    // CHECK-NEXT: spv.Return
    spv.Store "Function" %iout, %7 : i32
    spv.Return
  }
}

// A copy of another signedness stays: its operand is no constant of its type.
// CHECK-LABEL: spv.func @signedness
// CHECK: spv.CopyObject %{{.*}} : (si32) -> i32
spv.func @signedness() -> i32 "None" {
  %0 = spv.Constant 2 : si32
  %1 = spv.CopyObject %0 : (si32) -> i32
  spv.ReturnValue %1 : i32
}
