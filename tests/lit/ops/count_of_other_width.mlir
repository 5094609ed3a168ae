// What OpBitCount counts may have another width than the count.
// RUN: spv-opt %s | spv-opt - | FileCheck %s
// RUN: spv-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
spv.module Logical GLSL450 {
  // CHECK: spv.BitCount %x : (i64) -> i32
  // CHECK: spv.BitCount %x : i64
  spv.func @f(%x: i64) "None" {
    %0 = spv.BitCount %x : (i64) -> i32
    %1 = spv.BitCount %x : i64
    spv.Return
  }
  // FOLD: spv.Constant 64 : i16
  spv.func @g() -> i16 "None" {
    %0 = spv.Constant -1 : i64
    %1 = spv.BitCount %0 : (i64) -> i16
    spv.ReturnValue %1 : i16
  }
}
