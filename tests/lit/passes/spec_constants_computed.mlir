// RUN: spv-opt %s --freeze-spec-const | FileCheck %s
// RUN: spv-opt %s --pass-pipeline='set-spec-const-default-value{values=1:4,2:0.5}' | FileCheck --check-prefix=SET %s
// A composite of a constant that is computed from others stays a specialization constant, and so does one of that.
// SET: spv.SpecConstant @n spec_id(1) = 4 : i32
// SET: spv.SpecConstant @h spec_id(2) = 5.000000e-01 : f16
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, Float16], []> {
  // CHECK:      spv.GlobalConstant @n = 2 : i32
  // CHECK-NEXT: spv.GlobalConstant @h = 1.000000e+00 : f16
  // CHECK-NEXT: spv.SpecConstantOp @twice
  // CHECK-NEXT: spv.GlobalConstant @plain = [@n, @n]
  // CHECK-NEXT: spv.SpecConstantComposite @some (@n, @twice)
  // CHECK-NEXT: spv.SpecConstantComposite @nested (@some, @plain)
  // CHECK-NEXT: spv.SpecConstantComposite @late (@later, @plain)
  // CHECK-NEXT: spv.SpecConstantComposite @later (@n, @twice)
  spv.SpecConstant @n spec_id(1) = 2 : i32
  spv.SpecConstant @h spec_id(2) = 1.0 : f16
  spv.SpecConstantOp @twice wraps "spv.IAdd"(@n, @n) : i32
  spv.SpecConstantComposite @plain (@n, @n) : vector<2xi32>
  spv.SpecConstantComposite @some (@n, @twice) : vector<2xi32>
  spv.SpecConstantComposite @nested (@some, @plain) : !spv.array<2 x vector<2xi32>>
  // What is referred to may come later.
  spv.SpecConstantComposite @late (@later, @plain) : !spv.array<2 x vector<2xi32>>
  spv.SpecConstantComposite @later (@n, @twice) : vector<2xi32>
}
