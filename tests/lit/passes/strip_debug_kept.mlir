// RUN: spv-opt %s --strip-debug | FileCheck %s
// A struct that pointers to physical storage lead to stays nominal: they are declared ahead of it, which spirv-val asks for
// where they are in push constants. A symbol that the module's own attributes mention keeps its name.
spv.module PhysicalStorageBuffer64 GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, StorageBuffer8BitAccess, PhysicalStorageBufferAddresses], []> {
  spv.GlobalVariable @p : !spv.ptr<!spv.struct<P, (!spv.ptr<!spv.struct<Bytes, (si8 [0] "b", si32 [4] "n"), Block>, PhysicalStorageBuffer> [0] "bytes"), Block>, PushConstant>
}
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> attributes {unused = [!spv.array<@count x si32, stride=4>]} {
  spv.SpecConstant @count spec_id(0) = 100 : si32
  spv.SpecConstant @other spec_id(1) = 100 : si32
}

// CHECK: !_$0 = type !spv.struct<_$0, (si8 [0], si32 [4]), Block>
// CHECK: spv.GlobalVariable @_$0 : !spv.ptr<!spv.struct<(!spv.ptr<!_$0, PhysicalStorageBuffer> [0]), Block>, PushConstant>
// CHECK: unused = [!spv.array<@count x si32, stride=4>]
// CHECK: spv.SpecConstant @count spec_id(0) = 100 : si32
// CHECK-NEXT: spv.SpecConstant @_$0 spec_id(1) = 100 : si32
