// RUN: spv-opt %s --decorate-spirv-composite-type-layout --split-input-file | FileCheck %s

// Vectors of three, arrays of them, matrices in both orders, a runtime array, and what is given already.
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.GlobalVariable @v bind(0, 0) : !spv.ptr<!spv.struct<(f32 "a", vector<3xf32> "b", f32 "c", !spv.array<2 x vector<3xf32>> "d", !spv.rtarray<i32> "e"), Block>, StorageBuffer>
  spv.GlobalVariable @m bind(0, 1) : !spv.ptr<!spv.struct<(!spv.matrix<2 x vector<3xf32>>, !spv.matrix<2 x vector<3xf32>> [RowMajor], !spv.array<2 x !spv.matrix<3 x vector<2xf32>>>, f32), Block>, Uniform>
  spv.GlobalVariable @given bind(0, 2) : !spv.ptr<!spv.struct<(f32 [64], !spv.array<4 x i32, stride=16> [256]), Block>, Uniform>
  spv.GlobalVariable @part bind(0, 3) : !spv.ptr<!spv.struct<(f32 [64], !spv.array<4 x i32>), Block>, Uniform>
  spv.GlobalVariable @blocks bind(0, 4) : !spv.ptr<!spv.array<4 x !spv.struct<(!spv.array<4 x i32>), Block>>, StorageBuffer>
  spv.GlobalVariable @image bind(0, 5) : !spv.ptr<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, UniformConstant>
  spv.func @f(%i: i32) -> i32 "None" {
    %blocks = spv.mlir.addressof @blocks : !spv.ptr<!spv.array<4 x !spv.struct<(!spv.array<4 x i32>), Block>>, StorageBuffer>
    %c0 = spv.Constant 0 : i32
    %0 = spv.AccessChain %blocks[%c0] : !spv.ptr<!spv.array<4 x !spv.struct<(!spv.array<4 x i32>), Block>>, StorageBuffer>, i32
    %1 = spv.AccessChain %0[%c0, %i] : !spv.ptr<!spv.struct<(!spv.array<4 x i32>), Block>, StorageBuffer>, i32, i32
    %2 = spv.Load "StorageBuffer" %1 : i32
    spv.ReturnValue %2 : i32
  }
}
// CHECK: spv.GlobalVariable @v bind(0, 0) : !spv.ptr<!spv.struct<(f32 [0] "a", vector<3xf32> [16] "b", f32 [28] "c", !spv.array<2 x vector<3xf32>, stride=16> [32] "d", !spv.rtarray<i32, stride=4> [64] "e"), Block>, StorageBuffer>
// CHECK: spv.GlobalVariable @m bind(0, 1) : !spv.ptr<!spv.struct<(!spv.matrix<2 x vector<3xf32>> [0, ColMajor, MatrixStride=16], !spv.matrix<2 x vector<3xf32>> [32, RowMajor, MatrixStride=16], !spv.array<2 x !spv.matrix<3 x vector<2xf32>>, stride=48> [80, ColMajor, MatrixStride=16], f32 [176]), Block>, Uniform>
// CHECK: spv.GlobalVariable @given bind(0, 2) : !spv.ptr<!spv.struct<(f32 [64], !spv.array<4 x i32, stride=16> [256]), Block>, Uniform>
// CHECK: spv.GlobalVariable @part bind(0, 3) : !spv.ptr<!spv.struct<(f32 [64], !spv.array<4 x i32, stride=16> [80]), Block>, Uniform>
// CHECK: spv.GlobalVariable @blocks bind(0, 4) : !spv.ptr<!spv.array<4 x !spv.struct<(!spv.array<4 x i32, stride=4> [0]), Block>>, StorageBuffer>
// CHECK: spv.AccessChain %blocks[%c0] : !spv.ptr<!spv.array<4 x !spv.struct<(!spv.array<4 x i32, stride=4> [0]), Block>>, StorageBuffer>, i32

// -----

// Whole composites between memory with a layout and without: before SPIR-V 1.4 they are taken apart.
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], []> {
  spv.GlobalVariable @v bind(0, 0) : !spv.ptr<!spv.struct<(f32, !spv.array<2 x i32>), Block>, StorageBuffer>
  spv.func @f() -> f32 "None" {
    %v = spv.mlir.addressof @v : !spv.ptr<!spv.struct<(f32, !spv.array<2 x i32>), Block>, StorageBuffer>
    %local = spv.Variable : !spv.ptr<!spv.struct<(f32, !spv.array<2 x i32>), Block>, Function>
    %0 = spv.Load "StorageBuffer" %v : !spv.struct<(f32, !spv.array<2 x i32>), Block>
    %1 = spv.CompositeExtract %0[0 : i32] : !spv.struct<(f32, !spv.array<2 x i32>), Block>
    spv.Store "Function" %local, %0 : !spv.struct<(f32, !spv.array<2 x i32>), Block>
    %2 = spv.Load "Function" %local : !spv.struct<(f32, !spv.array<2 x i32>), Block>
    spv.Store "StorageBuffer" %v, %2 : !spv.struct<(f32, !spv.array<2 x i32>), Block>
    spv.ReturnValue %1 : f32
  }
}
// CHECK-LABEL: spv.func @f()
// CHECK: %local = spv.Variable : !spv.ptr<!spv.struct<(f32, !spv.array<2 x i32>), Block>, Function>
// CHECK-NEXT: %0 = spv.Load "StorageBuffer" %v : !spv.struct<(f32 [0], !spv.array<2 x i32, stride=4> [4]), Block>
// CHECK-NEXT: %1 = spv.CompositeExtract %0[0 : i32]
// CHECK-NEXT: %2 = spv.CompositeExtract %0[1 : i32]
// CHECK-NEXT: %3 = spv.CompositeExtract %2[0 : i32]
// CHECK-NEXT: %4 = spv.CompositeExtract %2[1 : i32]
// CHECK-NEXT: %5 = spv.CompositeConstruct %3, %4 : !spv.array<2 x i32>
// CHECK-NEXT: %6 = spv.CompositeConstruct %1, %5 : !spv.struct<(f32, !spv.array<2 x i32>), Block>
// CHECK-NEXT: %7 = spv.CompositeExtract %0[0 : i32]
// CHECK-NEXT: spv.Store "Function" %local, %6
// CHECK-NEXT: %8 = spv.Load "Function" %local
// CHECK: %[[NEW:.*]] = spv.CompositeConstruct %{{.*}} : !spv.struct<(f32 [0], !spv.array<2 x i32, stride=4> [4]), Block>
// CHECK-NEXT: spv.Store "StorageBuffer" %v, %[[NEW]]
// CHECK-NEXT: spv.ReturnValue %7 : f32

// -----

// From SPIR-V 1.4 on they are copied.
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, Linkage], []> {
  spv.GlobalVariable @v bind(0, 0) : !spv.ptr<!spv.struct<(!spv.array<2 x i32>), Block>, StorageBuffer>
  spv.func @f(%a: !spv.struct<(!spv.array<2 x i32>), Block>) "None" {
    %v = spv.mlir.addressof @v : !spv.ptr<!spv.struct<(!spv.array<2 x i32>), Block>, StorageBuffer>
    spv.Store "StorageBuffer" %v, %a : !spv.struct<(!spv.array<2 x i32>), Block>
    spv.Return
  }
}
// CHECK-LABEL: spv.func @f
// CHECK-SAME: (%a: !spv.struct<(!spv.array<2 x i32>), Block>)
// CHECK: %[[NEW:.*]] = spv.CopyLogical %a : {{.*}} !spv.struct<(!spv.array<2 x i32, stride=4> [0]), Block>
// CHECK-NEXT: spv.Store "StorageBuffer" %v, %[[NEW]]

// -----

// A nominal struct that points to itself; the one in other memory stays.
spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, PhysicalStorageBufferAddresses, Linkage], []> {
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<Node, (f32, !spv.ptr<!spv.struct<Node>, PhysicalStorageBuffer>)>, PushConstant>
  spv.GlobalVariable @p : !spv.ptr<!spv.struct<Node>, Private>
}
// CHECK: !Node$0 = type !spv.struct<Node$0, (f32 [0], !spv.ptr<!spv.struct<Node$0>, PhysicalStorageBuffer> [8])>
// CHECK: !Node = type !spv.struct<Node, (f32, !spv.ptr<!spv.struct<Node>, PhysicalStorageBuffer>)>
// CHECK: spv.GlobalVariable @v : !spv.ptr<!Node$0, PushConstant>
// CHECK: spv.GlobalVariable @p : !spv.ptr<!Node, Private>

// -----

// One type in memory of both rules: in Uniform the strides of arrays and the alignments of structs are multiples of 16.
// What is copied as a whole from one to the other goes through the type without a layout.
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, Linkage], []> {
  spv.GlobalVariable @u bind(0, 0) : !spv.ptr<!spv.struct<(f32, !spv.struct<(f32)>, f32, !spv.array<2 x vector<2xf32>>), Block>, Uniform>
  spv.GlobalVariable @s bind(0, 1) : !spv.ptr<!spv.struct<(f32, !spv.struct<(f32)>, f32, !spv.array<2 x vector<2xf32>>), Block>, StorageBuffer>
  spv.func @f() "None" {
    %u = spv.mlir.addressof @u : !spv.ptr<!spv.struct<(f32, !spv.struct<(f32)>, f32, !spv.array<2 x vector<2xf32>>), Block>, Uniform>
    %s = spv.mlir.addressof @s : !spv.ptr<!spv.struct<(f32, !spv.struct<(f32)>, f32, !spv.array<2 x vector<2xf32>>), Block>, StorageBuffer>
    %0 = spv.Load "Uniform" %u : !spv.struct<(f32, !spv.struct<(f32)>, f32, !spv.array<2 x vector<2xf32>>), Block>
    spv.Store "StorageBuffer" %s, %0 : !spv.struct<(f32, !spv.struct<(f32)>, f32, !spv.array<2 x vector<2xf32>>), Block>
    spv.Return
  }
}
// CHECK: spv.GlobalVariable @u bind(0, 0) : !spv.ptr<!spv.struct<(f32 [0], !spv.struct<(f32 [0])> [16], f32 [32], !spv.array<2 x vector<2xf32>, stride=16> [48]), Block>, Uniform>
// CHECK: spv.GlobalVariable @s bind(0, 1) : !spv.ptr<!spv.struct<(f32 [0], !spv.struct<(f32 [0])> [4], f32 [8], !spv.array<2 x vector<2xf32>, stride=8> [16]), Block>, StorageBuffer>
// CHECK: %[[U:.*]] = spv.Load "Uniform" %u
// CHECK-NEXT: %[[P:.*]] = spv.CopyLogical %[[U]]
// CHECK-NEXT: %[[S:.*]] = spv.CopyLogical %[[P]]
// CHECK-NEXT: spv.Store "StorageBuffer" %s, %[[S]]

// -----

// A copy of memory between types becomes a load and a store.
// CHECK-LABEL: spv.func @copy_memory
// CHECK: %[[LOADED:.*]] = spv.Load "StorageBuffer" %{{.*}} ["Volatile|Aligned", 4] : !spv.struct<(f32 [0], i32 [4])>
// CHECK: %[[COPY:.*]] = spv.CompositeConstruct %{{.*}}, %{{.*}} : !spv.struct<(f32, i32)>
// CHECK: spv.Store "Function" %{{.*}}, %[[COPY]] ["Volatile|Aligned", 4] : !spv.struct<(f32, i32)>
// CHECK: spv.CopyMemory "Function" %{{.*}}, "Function" %{{.*}} : !spv.struct<(f32, i32)>
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<(f32, i32)>, StorageBuffer>
  spv.func @copy_memory() "None" {
    %v = spv.mlir.addressof @v : !spv.ptr<!spv.struct<(f32, i32)>, StorageBuffer>
    %a = spv.Variable : !spv.ptr<!spv.struct<(f32, i32)>, Function>
    %b = spv.Variable : !spv.ptr<!spv.struct<(f32, i32)>, Function>
    spv.CopyMemory "Function" %a, "StorageBuffer" %v ["Volatile|Aligned", 4] : !spv.struct<(f32, i32)>
    spv.CopyMemory "Function" %b, "Function" %a : !spv.struct<(f32, i32)>
    spv.Return
  }
}

// -----

// An array of blocks that is stored as a whole has no stride either.
// CHECK-LABEL: spv.func @store_blocks
// CHECK: spv.Store "StorageBuffer" %{{.*}}, %{{.*}} : !spv.array<2 x !spv.struct<(f32 [0], i32 [4]), Block>>
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader], []> {
  spv.GlobalVariable @v : !spv.ptr<!spv.array<2 x !spv.struct<(f32, i32), Block>>, StorageBuffer>
  spv.func @store_blocks(%x: !spv.array<2 x !spv.struct<(f32, i32), Block>>) "None" {
    %v = spv.mlir.addressof @v : !spv.ptr<!spv.array<2 x !spv.struct<(f32, i32), Block>>, StorageBuffer>
    spv.Store "StorageBuffer" %v, %x : !spv.array<2 x !spv.struct<(f32, i32), Block>>
    spv.Return
  }
}
