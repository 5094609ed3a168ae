// RUN: spv-opt %s --dce | FileCheck %s

// A predicated store to a variable that is never read is dead, as a plain one is.
// CHECK: spv.func @f
// CHECK-NOT: spv.Variable
// CHECK-NOT: spv.PredicatedStoreINTEL
// CHECK: spv.Return
spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, PredicatedIOINTEL], [SPV_INTEL_predicated_io]> {
  spv.func @f(%c: i1, %x: i32) "None" {
    %v = spv.Variable : !spv.ptr<i32, Function>
    spv.PredicatedStoreINTEL %v, %x, %c : !spv.ptr<i32, Function>, i32, i1
    spv.Return
  }
}
