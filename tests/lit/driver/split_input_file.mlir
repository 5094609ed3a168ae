// RUN: spv-opt %s --split-input-file | FileCheck %s
// RUN: spv-opt %s -split-input-file -canonicalize | FileCheck %s
// Each part is a module of its own; the same symbol may stand in all.
// CHECK: spv.GlobalVariable @g : !spv.ptr<i32, Private>
// CHECK: // -----
// CHECK: spv.GlobalVariable @g : !spv.ptr<f32, Private>
spv.module Logical GLSL450 {
  spv.GlobalVariable @g : !spv.ptr<i32, Private>
}

// -----

spv.module Logical GLSL450 {
  spv.GlobalVariable @g : !spv.ptr<f32, Private>
}
