// RUN: spv-opt %s --split-input-file --verify-diagnostics
// The constituents of a constant tensor are tensors of one dimension less.

!row = !spv.tensor_arm<i32, 1, #spv.const<[2 : i32] : !spv.array<1 x i32>>>
!tensor = !spv.tensor_arm<i32, 2, #spv.const<[1 : i32, 2 : i32] : !spv.array<2 x i32>>>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, TensorsARM], [SPV_ARM_tensors]> {
    spv.GlobalConstant @c = [#spv.const<[42 : i32, 42 : i32] : !row>] : !tensor
  }
}

// -----

!row = !spv.tensor_arm<i8, 1, #spv.const<[2 : i32] : !spv.array<1 x i32>>>
!tensor = !spv.tensor_arm<i32, 2, #spv.const<[1 : i32, 2 : i32] : !spv.array<2 x i32>>>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, Int8, TensorsARM], [SPV_ARM_tensors]> {
    // expected-error @+1 {{has a constituent of type '!spv.tensor_arm<i8, 1, ...>', which is not an element type of}}
    spv.GlobalConstant @c = [#spv.const<[42 : i8, 42 : i8] : !row>] : !tensor
  }
}

// -----

!row = !spv.tensor_arm<i32, 1, #spv.const<[2 : i32] : !spv.array<1 x i32>>>
!tensor = !spv.tensor_arm<i32, 2, #spv.const<[1 : i32, 2 : i32] : !spv.array<2 x i32>>>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, TensorsARM], [SPV_ARM_tensors]> {
    // expected-error @+1 {{result type ('i32') does not match value type ('f32')}}
    spv.GlobalConstant @c = [#spv.const<[42 : i32, 1.0 : f32] : !row>] : !tensor
  }
}

// -----

!tensor = !spv.tensor_arm<i32, 2, #spv.const<[1 : i32, 2 : i32] : !spv.array<2 x i32>>>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, TensorsARM], [SPV_ARM_tensors]> {
    // expected-error @+1 {{has a constituent without a type}}
    spv.GlobalConstant @c = [42 : i32] : !tensor
  }
}

// -----

module {
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, TensorsARM], [SPV_ARM_tensors]> {
    // expected-error @+1 {{has incorrect number of operands: expected 9, but provided 1}}
    spv.GlobalVariable @v : !spv.ptr<!spv.tensor_arm<i32, 1, #spv.const<[2 : i32] : !spv.array<9 x i32>>>, UniformConstant>
  }
}

// -----

!row = !spv.tensor_arm<i32, 1, #spv.const<[2 : i32] : !spv.array<1 x i32>>>
!tensor = !spv.tensor_arm<i32, 2, #spv.const<[1 : i32, 2 : i32] : !spv.array<2 x i32>>>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.6, [Shader, Linkage, TensorsARM], [SPV_ARM_tensors]> {
    // expected-error @+1 {{has incorrect number of operands: expected 1, but provided 2}}
    spv.GlobalConstant @c = [#spv.const<[42 : i32, 42 : i32] : !row>, #spv.const<[42 : i32, 42 : i32] : !row>] : !tensor
  }
}
