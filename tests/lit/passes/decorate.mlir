// RUN: spv-opt %s "--decorate=values=image:Binding:3,@image:DescriptorSet:2,data:non_writable" --pass-statistics 2>&1 | FileCheck %s
// RUN: not spv-opt %s --decorate=values=nothing:Binding:1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not spv-opt %s --decorate=values=image:Binding 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not spv-opt %s --decorate=values=image:NonWritable:1 2>&1 | FileCheck %s --check-prefix=EXTRA
// RUN: not spv-opt %s --decorate=values=image:BuiltIn:1 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not spv-opt %s --decorate=values=image:Bindings:1 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not spv-opt %s --decorate=image:Binding:x 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: spv-opt %s --decorate=image:Binding:3,image:DescriptorSet:2,data:NonWritable | FileCheck %s
// NUMBER: 'image:Binding:x' is not SYMBOL:DECORATION or SYMBOL:DECORATION:INTEGER
// UNKNOWN: error: the module has no variable '@nothing'
// MISSING: decoration 'Binding' needs an integer
// EXTRA: decoration 'NonWritable' has no operand
// OTHER: decoration 'BuiltIn' takes other operands than one integer
// NAME: 'Bindings' is not a decoration

spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
  // CHECK: spv.GlobalVariable @image bind(2, 3) : !spv.ptr<!spv.sampler, UniformConstant>
  spv.GlobalVariable @image bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>
  // CHECK: spv.GlobalVariable @data bind(0, 2) {non_writable} : !spv.ptr<
  spv.GlobalVariable @data bind(0, 2) : !spv.ptr<!spv.struct<(f32 [0]), Block>, StorageBuffer>
}
