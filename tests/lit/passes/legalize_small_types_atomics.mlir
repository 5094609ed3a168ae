// RUN: spv-opt %s --legalize-small-types='arithmetic=i8+i16+f16 storage=8+16' --canonicalize --cse | FileCheck %s
// RUN: spv-opt %s --legalize-small-types='arithmetic=i8+i16+f16 storage=8+16' --spirv-update-vce --emit=spirv -o %t.spv && spirv-val %t.spv
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Int8, Int16, Float16, AtomicFloat16AddEXT, AtomicFloat32AddEXT, StorageBuffer8BitAccess, StorageBuffer16BitAccess], [SPV_KHR_8bit_storage, SPV_EXT_shader_atomic_float_add, SPV_EXT_shader_atomic_float16_add]> {
  spv.GlobalVariable @block bind(0, 0) : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f16 [4], i16 [6], f32 [8]), Block>, StorageBuffer>
  spv.GlobalVariable @shared : !spv.ptr<i8, Workgroup>
  spv.EntryPoint "GLCompute" @main, @block, @shared
  spv.ExecutionMode @main "LocalSize", 64, 1, 1

  // CHECK-LABEL: spv.func @main
  spv.func @main() "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c2 = spv.Constant 2 : i32
    %c3 = spv.Constant 3 : i32
    %c5 = spv.Constant 5 : i32
    %b7 = spv.Constant 7 : i8
    %b9 = spv.Constant 9 : i8
    %s3 = spv.Constant -3 : si8
    %h = spv.Constant 1.5 : f16
    %f = spv.Constant 2.5 : f32
    %block = spv.mlir.addressof @block : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f16 [4], i16 [6], f32 [8]), Block>, StorageBuffer>
    %shared = spv.mlir.addressof @shared : !spv.ptr<i8, Workgroup>

    // The first byte of a word: the sum is masked, and the other bytes are kept.
    // CHECK: %[[P:.*]] = spv.AccessChain %{{.*}}[%{{.*}}, %{{.*}}]
    // CHECK: %[[FIRST:.*]] = spv.AtomicLoad "Device" "None" %[[P]] : !spv.ptr<i32, StorageBuffer>
    // CHECK: spv.mlir.loop
    // CHECK: spv.Branch ^bb1(%[[FIRST]] : i32)
    // CHECK: ^bb1(%[[OLD:.*]]: i32):
    // CHECK: %[[SUM:.*]] = spv.IAdd %[[OLD]], %{{.*}} : i32
    // CHECK: spv.BitwiseAnd %[[SUM]], %{{.*}} : i32
    // CHECK: spv.BitwiseAnd %[[OLD]], %{{.*}} : i32
    // CHECK: %[[NEW:.*]] = spv.BitwiseOr
    // CHECK: %[[FOUND:.*]] = spv.AtomicCompareExchange "Device" "AcquireRelease|UniformMemory" "None" %[[P]], %[[NEW]], %[[OLD]] : !spv.ptr<i32, StorageBuffer>
    // CHECK: %[[AGAIN:.*]] = spv.INotEqual %[[FOUND]], %[[OLD]] : i32
    // CHECK: spv.BranchConditional %[[AGAIN]]
    %p0 = spv.AccessChain %block[%c0] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f16 [4], i16 [6], f32 [8]), Block>, StorageBuffer>, i32
    %0 = spv.AtomicIAdd "Device" "AcquireRelease|UniformMemory" %p0, %b7 : !spv.ptr<i8, StorageBuffer>

    // The second, signed: what is there is extended.
    // CHECK: spv.mlir.loop
    // CHECK: spv.ShiftRightArithmetic
    // CHECK: spv.SLessThan
    // CHECK: spv.AtomicCompareExchange "Device" "None" "None"
    %p1 = spv.AccessChain %block[%c1] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f16 [4], i16 [6], f32 [8]), Block>, StorageBuffer>, i32
    %1 = spv.AtomicSMin "Device" "None" %p1, %s3 : !spv.ptr<si8, StorageBuffer>

    // A load needs no loop, a store does.
    // CHECK: spv.AtomicLoad "Device" "Acquire|UniformMemory"
    // CHECK-NOT: spv.mlir.loop
    // CHECK: spv.AtomicLoad "Device" "None"
    // CHECK: spv.mlir.loop
    // CHECK: spv.AtomicCompareExchange "Device" "Release|UniformMemory" "None"
    %p2 = spv.AccessChain %block[%c2] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f16 [4], i16 [6], f32 [8]), Block>, StorageBuffer>, i32
    %2 = spv.AtomicLoad "Device" "Acquire|UniformMemory" %p2 : !spv.ptr<i16, StorageBuffer>
    spv.AtomicStore "Device" "Release|UniformMemory" %p2, %2 : !spv.ptr<i16, StorageBuffer>

    // Sums of floats; one that is a whole word keeps nothing.
    // CHECK: spv.mlir.loop
    // CHECK: spv.FAdd
    // CHECK: spv.AtomicCompareExchange
    // CHECK: spv.mlir.loop
    // CHECK: %[[F:.*]] = spv.Bitcast %{{.*}} : i32 to f32
    // CHECK-NEXT: %[[SUM:.*]] = spv.FAdd %[[F]], %{{.*}} : f32
    // CHECK-NEXT: %[[BITS:.*]] = spv.Bitcast %[[SUM]] : f32 to i32
    // CHECK-NEXT: spv.AtomicCompareExchange "Device" "None" "None" %{{.*}}, %[[BITS]]
    %p3 = spv.AccessChain %block[%c3] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f16 [4], i16 [6], f32 [8]), Block>, StorageBuffer>, i32
    %3 = spv.AtomicFAddEXT "Device" "None" %p3, %h : !spv.ptr<f16, StorageBuffer>
    %p5 = spv.AccessChain %block[%c5] : !spv.ptr<!spv.struct<(i8 [0], si8 [1], i16 [2], f16 [4], i16 [6], f32 [8]), Block>, StorageBuffer>, i32
    %5 = spv.AtomicFAddEXT "Device" "None" %p5, %f : !spv.ptr<f32, StorageBuffer>

    // Memory of the workgroup has words: an operation on their low bits is one on them, and others compare low bits.
    // CHECK: spv.AtomicIAdd "Workgroup" "None" %{{.*}}, %{{.*}} : !spv.ptr<i32, Workgroup>
    // CHECK: spv.mlir.loop
    // CHECK: spv.UGreaterThan
    // CHECK: spv.AtomicCompareExchange "Workgroup" "None" "None" %{{.*}}, %{{.*}}, %{{.*}} : !spv.ptr<i32, Workgroup>
    // CHECK: spv.mlir.loop
    // CHECK: spv.BitwiseAnd
    // CHECK: spv.IEqual
    // CHECK: spv.AtomicCompareExchange "Workgroup" "None" "None" %{{.*}}, %{{.*}}, %{{.*}} : !spv.ptr<i32, Workgroup>
    %6 = spv.AtomicIAdd "Workgroup" "None" %shared, %b7 : !spv.ptr<i8, Workgroup>
    %7 = spv.AtomicUMax "Workgroup" "None" %shared, %b7 : !spv.ptr<i8, Workgroup>
    %8 = spv.AtomicCompareExchange "Workgroup" "None" "None" %shared, %b7, %b9 : !spv.ptr<i8, Workgroup>
    spv.Return
  }
}
