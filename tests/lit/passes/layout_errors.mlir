// RUN: spv-opt %s --decorate-spirv-composite-type-layout --split-input-file --verify-diagnostics
spv.module Logical GLSL450 {
  // expected-error @+1 {{the type of @v cannot be given a layout: member 0 has no fixed size and is not the last member}}
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<(!spv.rtarray<i32>, f32)>, StorageBuffer>
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{the type of @v cannot be given a layout: the type of its initializer would change}}
  spv.GlobalVariable @v initializer(#spv.const<#spv.null : !spv.struct<(f32)>>) : !spv.ptr<!spv.struct<(f32)>, StorageBuffer>
}

// -----

spv.module Logical GLSL450 {
  // expected-error @+1 {{the type of @v cannot be given a layout: the type is larger than 4 GiB}}
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<(!spv.array<4294967295 x i32>, f32)>, StorageBuffer>
}

// -----

// expected-error @+1 {{cannot be given a layout: loading or storing a composite of more than 1024 parts requires SPIR-V 1.4}}
spv.module Logical GLSL450 {
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<(!spv.array<2000 x i32>)>, StorageBuffer>
  spv.func @f(%a: !spv.struct<(!spv.array<2000 x i32>)>) "None" {
    %v = spv.mlir.addressof @v : !spv.ptr<!spv.struct<(!spv.array<2000 x i32>)>, StorageBuffer>
    spv.Store "StorageBuffer" %v, %a : !spv.struct<(!spv.array<2000 x i32>)>
    spv.Return
  }
}

// -----

// expected-error @+1 {{cannot be given a layout: loading or storing an array whose length is not a plain constant requires SPIR-V 1.4}}
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader], []> {
  spv.SpecConstant @n = 2 : i32
  spv.GlobalVariable @v : !spv.ptr<!spv.struct<(!spv.array<@n x i32>)>, StorageBuffer>
  spv.func @f() "None" {
    %v = spv.mlir.addressof @v : !spv.ptr<!spv.struct<(!spv.array<@n x i32>)>, StorageBuffer>
    %local = spv.Variable : !spv.ptr<!spv.struct<(!spv.array<@n x i32>)>, Function>
    %0 = spv.Load "Function" %local : !spv.struct<(!spv.array<@n x i32>)>
    spv.Store "StorageBuffer" %v, %0 : !spv.struct<(!spv.array<@n x i32>)>
    spv.Return
  }
}
