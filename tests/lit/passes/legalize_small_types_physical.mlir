// RUN: spv-opt %s --legalize-small-types='arithmetic=none storage=8+16' --canonicalize --cse | FileCheck %s
// RUN: spv-opt %s --legalize-small-types='arithmetic=none storage=8+16' --spirv-update-vce --emit=spirv -o %t.spv && spirv-val --target-env spv1.6 %t.spv
// Pointers to physical storage: the address of the word is a number.
spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, Int8, Int64, PhysicalStorageBufferAddresses, StorageBuffer8BitAccess], [SPV_KHR_8bit_storage]> {
  // The type of the pointer changes in memory that others know, too: it is an address there.
  // CHECK: spv.GlobalVariable @push : !spv.ptr<!spv.struct<(!spv.ptr<i32, PhysicalStorageBuffer> [0]), Block>, PushConstant>
  spv.GlobalVariable @push : !spv.ptr<!spv.struct<(!spv.ptr<!spv.struct<(i32 [0], !spv.rtarray<i8, stride=1> [4]), Block>, PhysicalStorageBuffer> [0]), Block>, PushConstant>
  spv.EntryPoint "GLCompute" @main, @push
  spv.ExecutionMode @main "LocalSize", 1, 1, 1

  // CHECK-LABEL: spv.func @main
  // CHECK: %[[MASK:.*]] = spv.Constant -4 : i64
  // CHECK: %[[C3:.*]] = spv.Constant 3 : i32
  // CHECK: %[[C4:.*]] = spv.Constant 4 : i64
  // CHECK: %[[BASE:.*]] = spv.Load "PushConstant" %{{.*}} : !spv.ptr<i32, PhysicalStorageBuffer>
  // A word at an offset: a plain access.
  // CHECK: %[[ADDRESS:.*]] = spv.ConvertPtrToU %[[BASE]] : !spv.ptr<i32, PhysicalStorageBuffer> to i64
  // CHECK: %[[P:.*]] = spv.ConvertUToPtr %[[ADDRESS]] : i64 to !spv.ptr<i32, PhysicalStorageBuffer>
  // CHECK: %[[I:.*]] = spv.Load "PhysicalStorageBuffer" %[[P]] ["Aligned", 4] : i32
  // A byte at a variable index.
  // CHECK: %[[WIDE:.*]] = spv.SConvert %[[I]] : i32 to i64
  // CHECK: %[[SUM:.*]] = spv.IAdd %[[ADDRESS]], %[[WIDE]] : i64
  // CHECK: %[[AT:.*]] = spv.IAdd %[[SUM]], %[[C4]] : i64
  // CHECK: %[[LOW:.*]] = spv.UConvert %[[AT]] : i64 to i32
  // CHECK: %[[BYTE:.*]] = spv.BitwiseAnd %[[LOW]], %[[C3]] : i32
  // CHECK: %[[BIT:.*]] = spv.ShiftLeftLogical %[[BYTE]], %[[C3]] : i32, i32
  // CHECK: %[[WORD:.*]] = spv.BitwiseAnd %[[AT]], %[[MASK]] : i64
  // CHECK: %[[Q:.*]] = spv.ConvertUToPtr %[[WORD]] : i64 to !spv.ptr<i32, PhysicalStorageBuffer>
  // CHECK: %[[L:.*]] = spv.Load "PhysicalStorageBuffer" %[[Q]] ["Aligned", 4] : i32
  // CHECK: %[[S:.*]] = spv.ShiftRightLogical %[[L]], %[[BIT]] : i32, i32
  // CHECK: spv.UConvert %[[S]] : i32 to i8
  // CHECK: spv.AtomicAnd "Device" "None" %[[Q]]
  // CHECK: spv.AtomicOr "Device" "None" %[[Q]]
  // A derived pointer that is passed on.
  // CHECK: %[[R:.*]] = spv.ConvertUToPtr %[[AT]] : i64 to !spv.ptr<i32, PhysicalStorageBuffer>
  // CHECK: spv.FunctionCall @callee(%[[R]]) : (!spv.ptr<i32, PhysicalStorageBuffer>) -> ()
  spv.func @main() "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %one = spv.Constant 1 : i8
    %push = spv.mlir.addressof @push : !spv.ptr<!spv.struct<(!spv.ptr<!spv.struct<(i32 [0], !spv.rtarray<i8, stride=1> [4]), Block>, PhysicalStorageBuffer> [0]), Block>, PushConstant>
    %pp = spv.AccessChain %push[%c0] : !spv.ptr<!spv.struct<(!spv.ptr<!spv.struct<(i32 [0], !spv.rtarray<i8, stride=1> [4]), Block>, PhysicalStorageBuffer> [0]), Block>, PushConstant>, i32
    %p = spv.Load "PushConstant" %pp : !spv.ptr<!spv.struct<(i32 [0], !spv.rtarray<i8, stride=1> [4]), Block>, PhysicalStorageBuffer>
    %ip = spv.AccessChain %p[%c0] : !spv.ptr<!spv.struct<(i32 [0], !spv.rtarray<i8, stride=1> [4]), Block>, PhysicalStorageBuffer>, i32
    %i = spv.Load "PhysicalStorageBuffer" %ip ["Aligned", 4] : i32
    %bp = spv.AccessChain %p[%c1, %i] : !spv.ptr<!spv.struct<(i32 [0], !spv.rtarray<i8, stride=1> [4]), Block>, PhysicalStorageBuffer>, i32, i32
    %b = spv.Load "PhysicalStorageBuffer" %bp ["Aligned", 1] : i8
    %c = spv.IAdd %b, %one : i8
    spv.Store "PhysicalStorageBuffer" %bp, %c ["Aligned", 1] : i8
    spv.FunctionCall @callee(%bp) : (!spv.ptr<i8, PhysicalStorageBuffer>) -> ()
    spv.Return
  }

  // CHECK: spv.func @callee(%{{.*}}: !spv.ptr<i32, PhysicalStorageBuffer>
  spv.func @callee(%q: !spv.ptr<i8, PhysicalStorageBuffer> {aliased}) "None" {
    %one = spv.Constant 1 : i8
    // CHECK: spv.AtomicCompareExchange
    %old = spv.AtomicIAdd "Device" "None" %q, %one : !spv.ptr<i8, PhysicalStorageBuffer>
    spv.Return
  }
}
