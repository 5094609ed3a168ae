// RUN: spv-opt %s --pass-pipeline='set-spec-const-default-value{values=3:9,4:true},freeze-spec-const' | FileCheck %s
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.SpecConstant @n spec_id(3) = 7 : i32
  spv.SpecConstant @b spec_id(4) = false
  spv.SpecConstantComposite @c (@n, @n) : vector<2xi32>
  spv.func @f() -> i32 "None" {
    %x = spv.mlir.referenceof @n : i32
    spv.ReturnValue %x : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
// CHECK-NEXT:     spv.GlobalConstant @n = 9 : i32
// CHECK-NEXT:     spv.GlobalConstant @b = true
// CHECK-NEXT:     spv.GlobalConstant @c = [@n, @n] : vector<2xi32>
// CHECK-NEXT:     spv.func @f() -> i32 "None" {
// CHECK-NEXT:       %cst9_i32 = spv.Constant 9 : i32
// CHECK-NEXT:       spv.ReturnValue %cst9_i32 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
