// RUN: spv-opt %s --freeze-spec-const | FileCheck %s
// RUN: spv-opt %s --pass-pipeline='set-spec-const-default-value{values=1:4,2:0.5}' | FileCheck --check-prefix=SET %s
// Operations and composites are folded, too. An operation without a defined value stays, and so do its users.
// SET: spv.SpecConstant @n spec_id(1) = 4 : i32
// SET: spv.SpecConstant @h spec_id(2) = 5.000000e-01 : f16
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage, Float16], []> {
  // CHECK:      spv.GlobalConstant @n = 2 : i32
  // CHECK-NEXT: spv.GlobalConstant @h = 1.000000e+00 : f16
  // CHECK-NEXT: spv.GlobalConstant @twice = 4 : i32
  // CHECK-NEXT: spv.GlobalConstant @plain = [@n, @n]
  // CHECK-NEXT: spv.GlobalConstant @some = [@n, @twice]
  // CHECK-NEXT: spv.GlobalConstant @nested = [@some, @plain]
  // CHECK-NEXT: spv.GlobalConstant @late = [@later, @plain]
  // CHECK-NEXT: spv.GlobalConstant @later = [@n, @twice]
  // CHECK-NEXT: spv.GlobalConstant @second = 4 : i32
  // CHECK-NEXT: spv.GlobalConstant @inserted = dense<[9, 4]>
  // CHECK-NEXT: spv.GlobalConstant @swapped = dense<[4, 9]>
  // CHECK-NEXT: spv.GlobalConstant @same = #spv.replicate<@n>
  // CHECK-NEXT: spv.SpecConstantOp @undefined wraps "spv.UDiv"(@n, 0 : i32)
  // CHECK-NEXT: spv.SpecConstantComposite @kept (@n, @undefined)
  spv.SpecConstant @n spec_id(1) = 2 : i32
  spv.SpecConstant @h spec_id(2) = 1.0 : f16
  spv.SpecConstantOp @twice wraps "spv.IAdd"(@n, @n) : i32
  spv.SpecConstantComposite @plain (@n, @n) : vector<2xi32>
  spv.SpecConstantComposite @some (@n, @twice) : vector<2xi32>
  spv.SpecConstantComposite @nested (@some, @plain) : !spv.array<2 x vector<2xi32>>
  // What is referred to may come later.
  spv.SpecConstantComposite @late (@later, @plain) : !spv.array<2 x vector<2xi32>>
  spv.SpecConstantComposite @later (@n, @twice) : vector<2xi32>
  spv.SpecConstantOp @second wraps "spv.CompositeExtract"(@late, 0 : i32, 1 : i32) : i32
  spv.SpecConstantOp @inserted wraps "spv.CompositeInsert"(9 : i32, @some, 0 : i32) : vector<2xi32>
  spv.SpecConstantOp @swapped wraps "spv.VectorShuffle"(@inserted, @plain, 1 : i32, 0 : i32) : vector<2xi32>
  spv.SpecConstantCompositeReplicateEXT @same @n : vector<2xi32>
  spv.SpecConstantOp @undefined wraps "spv.UDiv"(@n, 0 : i32) : i32
  spv.SpecConstantComposite @kept (@n, @undefined) : vector<2xi32>
  // CHECK: spv.func @f
  // CHECK-NEXT: %{{.*}} = spv.Constant 4 : i32
  spv.func @f() -> i32 "None" {
    %x = spv.mlir.referenceof @second : i32
    spv.ReturnValue %x : i32
  }
}
