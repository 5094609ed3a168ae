// RUN: spv-opt %s --mem2reg | FileCheck %s
// A number of more than 64 bits is not taken for a negative index.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  // CHECK: spv.Constant 5 : si100
  // CHECK-NEXT: spv.ReturnValue
  spv.func @f() -> si100 "None" {
    %c = spv.Constant 5 : si100
    %v = spv.Variable : !spv.ptr<si100, Function>
    spv.Store "Function" %v, %c : si100
    %x = spv.Load "Function" %v : si100
    spv.ReturnValue %x : si100
  }
}
