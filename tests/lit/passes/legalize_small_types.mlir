// RUN: spv-opt %s --legalize-small-types --canonicalize --cse --spirv-update-vce | FileCheck %s
// The target has neither arithmetic nor storage of 8 and 16 bits.
module attributes { spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader], []>, {}> } {

// CHECK: requires #spv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]>
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int8, Int16, StorageBuffer8BitAccess, StorageBuffer16BitAccess], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_8bit_storage]> {
  // CHECK: spv.GlobalVariable @bytes bind(0, 0) : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0, Coherent]), Block>, StorageBuffer>
  spv.GlobalVariable @bytes bind(0, 0) : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0, Coherent]), Block>, StorageBuffer>
  // A fixed block, with members that share words.
  // CHECK: spv.GlobalVariable @block bind(0, 1) : !spv.ptr<!spv.struct<(!spv.array<4 x i32, stride=4> [0]), Block>, StorageBuffer>
  spv.GlobalVariable @block bind(0, 1) : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f32 [4], vector<4xi8> [8], i32 [12]), Block>, StorageBuffer>
  // What holds no small types stays as it is.
  // CHECK: spv.GlobalVariable @words bind(0, 2) : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
  spv.GlobalVariable @words bind(0, 2) : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
  // Memory that no one else sees has 32-bit numbers.
  // CHECK: spv.GlobalVariable @local : !spv.ptr<!spv.array<4 x i32>, Private>
  spv.GlobalVariable @local : !spv.ptr<!spv.array<4 x i8>, Private>
  spv.EntryPoint "GLCompute" @bytes_of_array
  spv.EntryPoint "GLCompute" @members
  spv.EntryPoint "GLCompute" @length
  spv.EntryPoint "GLCompute" @arithmetic
  spv.ExecutionMode @bytes_of_array "LocalSize", 1, 1, 1
  spv.ExecutionMode @members "LocalSize", 1, 1, 1
  spv.ExecutionMode @length "LocalSize", 1, 1, 1
  spv.ExecutionMode @arithmetic "LocalSize", 1, 1, 1

  // A byte is a part of a word: the store of one is atomic, as others may store its neighbours.
  // CHECK-LABEL: spv.func @bytes_of_array
  // CHECK-DAG: %[[C2:.*]] = spv.Constant 2 : i32
  // CHECK-DAG: %[[C3:.*]] = spv.Constant 3 : i32
  // CHECK-DAG: %[[C255:.*]] = spv.Constant 255 : i32
  // CHECK: %[[I:.*]] = spv.Load "StorageBuffer"
  // CHECK: %[[N:.*]] = spv.ShiftRightLogical %[[I]], %[[C2]]
  // CHECK: %[[BYTE:.*]] = spv.BitwiseAnd %[[I]], %[[C3]]
  // CHECK: %[[BIT:.*]] = spv.ShiftLeftLogical %[[BYTE]], %[[C3]]
  // CHECK: %[[P:.*]] = spv.AccessChain %{{.*}}[%{{.*}}, %[[N]]]
  // CHECK: %[[W:.*]] = spv.Load "StorageBuffer" %[[P]] : i32
  // CHECK: %[[X:.*]] = spv.ShiftRightLogical %[[W]], %[[BIT]]
  // CHECK: %[[WHOLE:.*]] = spv.BitwiseAnd %[[X]], %[[C255]]
  // CHECK: %[[Q:.*]] = spv.UDiv %[[WHOLE]], %[[C3]]
  // CHECK: spv.AtomicAnd "Device" "None"
  // CHECK: spv.AtomicOr "Device" "None"
  spv.func @bytes_of_array() "None" {
    %c0 = spv.Constant 0 : i32
    %c3 = spv.Constant 3 : i8
    %words = spv.mlir.addressof @words : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %bytes = spv.mlir.addressof @bytes : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0, Coherent]), Block>, StorageBuffer>
    %w = spv.AccessChain %words[%c0, %c0] : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %i = spv.Load "StorageBuffer" %w : i32
    %p = spv.AccessChain %bytes[%c0, %i] : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0, Coherent]), Block>, StorageBuffer>, i32, i32
    %x = spv.Load "StorageBuffer" %p : i8
    %q = spv.UDiv %x, %c3 : i8
    spv.Store "StorageBuffer" %p, %q : i8
    spv.Return
  }

  // Members at constant offsets; a vector that fills its word, and numbers of 32 bits, are stored as a whole.
  // CHECK-LABEL: spv.func @members
  // CHECK-DAG: %[[N0:.*]] = spv.Constant 0 : i32
  // CHECK-DAG: %[[N2:.*]] = spv.Constant 2 : i32
  // CHECK-DAG: %[[N3:.*]] = spv.Constant 3 : i32
  // CHECK-DAG: %[[N24:.*]] = spv.Constant 24 : i32
  // CHECK-DAG: %[[HOLE:.*]] = spv.Constant -256 : i32
  // CHECK: spv.AccessChain %{{.*}}[%[[N0]], %[[N0]]]
  // CHECK: spv.ShiftRightArithmetic
  // CHECK: spv.AtomicAnd "Device" "None" %{{.*}}, %[[HOLE]]
  // CHECK: spv.AtomicOr
  // CHECK: spv.AccessChain %{{.*}}[%[[N0]], %[[N2]]]
  // CHECK-NOT: spv.Atomic
  // CHECK: spv.Store
  // CHECK: spv.Store
  // CHECK: spv.AtomicIAdd
  spv.func @members() "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    %c4 = spv.Constant 4 : i32
    %c5 = spv.Constant 5 : i32
    %f = spv.Constant 1.5 : f32
    %block = spv.mlir.addressof @block : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f32 [4], vector<4xi8> [8], i32 [12]), Block>, StorageBuffer>
    %p0 = spv.AccessChain %block[%c0] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f32 [4], vector<4xi8> [8], i32 [12]), Block>, StorageBuffer>, i32
    %p1 = spv.AccessChain %block[%c1] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f32 [4], vector<4xi8> [8], i32 [12]), Block>, StorageBuffer>, i32
    %p3 = spv.AccessChain %block[%c3] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f32 [4], vector<4xi8> [8], i32 [12]), Block>, StorageBuffer>, i32
    %p4 = spv.AccessChain %block[%c4] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f32 [4], vector<4xi8> [8], i32 [12]), Block>, StorageBuffer>, i32
    %p5 = spv.AccessChain %block[%c5] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f32 [4], vector<4xi8> [8], i32 [12]), Block>, StorageBuffer>, i32
    %s = spv.Load "StorageBuffer" %p1 : si8
    %n = spv.SDiv %s, %s : si8
    %u = spv.Bitcast %n : si8 to i8
    spv.Store "StorageBuffer" %p0, %u : i8
    %v = spv.Load "StorageBuffer" %p4 : vector<4xi8>
    %d = spv.IAdd %v, %v : vector<4xi8>
    spv.Store "StorageBuffer" %p4, %d : vector<4xi8>
    spv.Store "StorageBuffer" %p3, %f : f32
    %old = spv.AtomicIAdd "Device" "None" %p5, %c1 : !spv.ptr<i32, StorageBuffer>
    spv.Return
  }

  // CHECK-LABEL: spv.func @length
  // CHECK: %[[LENGTH:.*]] = spv.ArrayLength %{{.*}}, 0
  // CHECK: spv.ShiftLeftLogical %[[LENGTH]]
  spv.func @length() "None" {
    %c0 = spv.Constant 0 : i32
    %words = spv.mlir.addressof @words : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %bytes = spv.mlir.addressof @bytes : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0, Coherent]), Block>, StorageBuffer>
    %w = spv.AccessChain %words[%c0, %c0] : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %n = spv.ArrayLength %bytes, 0 : !spv.ptr<!spv.struct<(!spv.rtarray<i8, stride=1> [0, Coherent]), Block>, StorageBuffer> -> i32
    spv.Store "StorageBuffer" %w, %n : i32
    spv.Return
  }

  // Additions need no more than their low bits, and no wrap flags hold of the others; a comparison needs whole operands.
  // CHECK-LABEL: spv.func @arithmetic
  // CHECK: %[[SUM:.*]] = spv.IAdd %{{.*}}, %{{.*}} : i32
  // CHECK-NOT: no_unsigned_wrap
  // CHECK: %[[LOW:.*]] = spv.BitwiseAnd %[[SUM]], %{{.*}} : i32
  // CHECK: spv.ULessThan %{{.*}}, %[[LOW]] : i32
  spv.func @arithmetic() "None" {
    %c0 = spv.Constant 0 : i32
    %words = spv.mlir.addressof @words : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %local = spv.mlir.addressof @local : !spv.ptr<!spv.array<4 x i8>, Private>
    %w = spv.AccessChain %words[%c0, %c0] : !spv.ptr<!spv.struct<(!spv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32
    %l = spv.AccessChain %local[%c0] : !spv.ptr<!spv.array<4 x i8>, Private>, i32
    %a = spv.Load "Private" %l : i8
    %i = spv.Load "StorageBuffer" %w : i32
    %b = spv.UConvert %i : i32 to i8
    %s = spv.IAdd %a, %b {no_unsigned_wrap} : i8
    %less = spv.ULessThan %a, %s : i8
    %r = spv.Select %less, %i, %c0 : i1, i32
    spv.Store "StorageBuffer" %w, %r : i32
    spv.Return
  }
}
}
