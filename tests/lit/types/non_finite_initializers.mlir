// RUN: spv-opt %s | FileCheck %s
// Numbers in hexadecimal are the bits of a float where the type is one; whole numbers without a type are i32.
// CHECK: @a initializer(0x7C00 : f16) : !spv.ptr<f16, CrossWorkgroup>
// CHECK: @b initializer(0x7F800000 : f32) : !spv.ptr<f32, CrossWorkgroup>
// CHECK: @c initializer(7) : !spv.ptr<i32, CrossWorkgroup>
// CHECK: @d initializer(7 : i64) : !spv.ptr<i64, CrossWorkgroup>
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Float16, Int64, Linkage], []> {
  spv.GlobalVariable @a initializer(0x7C00 : f16) : !spv.ptr<f16, CrossWorkgroup>
  spv.GlobalVariable @b initializer(0x7F800000 : f32) : !spv.ptr<f32, CrossWorkgroup>
  spv.GlobalVariable @c initializer(7) : !spv.ptr<i32, CrossWorkgroup>
  spv.GlobalVariable @d initializer(7 : i64) : !spv.ptr<i64, CrossWorkgroup>
}
