// RUN: spv-opt %s --spirv-lower-abi-attrs --split-input-file | FileCheck %s

// A block that is loaded from by a function that is called, a vector, an image, and a name that is taken.
module attributes {spv.target_env = #spv.target_env<#spv.vce<v1.3, [Shader], []>, {}>} {
  spv.module Logical GLSL450 {
    spv.GlobalVariable @f_arg_0 : !spv.ptr<i32, Private>
    spv.GlobalVariable @id built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
    spv.func @g() -> vector<3xi32> "None" {
      %id = spv.mlir.addressof @id : !spv.ptr<vector<3xi32>, Input>
      %0 = spv.Load "Input" %id : vector<3xi32>
      spv.ReturnValue %0 : vector<3xi32>
    }
    spv.func @f(%v: vector<3xi32> {spv.interface_var_abi = #spv.interface_var_abi<(1, 2), StorageBuffer>},
                %t: !spv.ptr<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, UniformConstant> {spv.interface_var_abi = #spv.interface_var_abi<(1, 3)>, non_writable},
                %o: !spv.ptr<!spv.struct<(!spv.array<4 x vector<3xi32>>)>, StorageBuffer> {spv.interface_var_abi = #spv.interface_var_abi<(0, 7)>}) "None"
    attributes {spv.entry_point_abi = {local_size = dense<8> : vector<3xi32>}} {
      %0 = spv.FunctionCall @g() : () -> vector<3xi32>
      %1 = spv.IAdd %0, %v : vector<3xi32>
      %c0 = spv.Constant 0 : i32
      %2 = spv.AccessChain %o[%c0, %c0] : !spv.ptr<!spv.struct<(!spv.array<4 x vector<3xi32>>)>, StorageBuffer>, i32, i32
      spv.Store "StorageBuffer" %2, %1 : vector<3xi32>
      spv.Return
    }
  }
}
// CHECK: spv.GlobalVariable @f_arg_0$1 bind(1, 2) : !spv.ptr<!spv.struct<(vector<3xi32> [0])>, StorageBuffer>
// CHECK: spv.GlobalVariable @f_arg_1 bind(1, 3) {non_writable} : !spv.ptr<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, UniformConstant>
// CHECK: spv.GlobalVariable @f_arg_2 bind(0, 7) : !spv.ptr<!spv.struct<(!spv.array<4 x vector<3xi32>, stride=16> [0])>, StorageBuffer>
// CHECK: spv.func @f() "None" {
// CHECK-NEXT: %[[OUT:.*]] = spv.mlir.addressof @f_arg_2
// CHECK-NEXT: spv.mlir.addressof @f_arg_1
// CHECK-NEXT: %[[BLOCK:.*]] = spv.mlir.addressof @f_arg_0$1
// CHECK-NEXT: %[[ZERO:.*]] = spv.Constant 0 : i32
// CHECK-NEXT: %[[AT:.*]] = spv.AccessChain %[[BLOCK]][%[[ZERO]]]
// CHECK-NEXT: %v = spv.Load "StorageBuffer" %[[AT]] : vector<3xi32>
// CHECK: spv.IAdd %{{.*}}, %v
// CHECK: spv.AccessChain %[[OUT]]
// CHECK: spv.EntryPoint "GLCompute" @f, @id
// CHECK-NEXT: spv.ExecutionMode @f "LocalSize", 8, 8, 8

// -----

// Without an environment the memory model tells.
spv.module Physical64 OpenCL {
  spv.func @k(%a: f32) "None" attributes {spv.entry_point_abi = {local_size = dense<[4, 2, 1]> : vector<3xi32>}} {
    spv.Return
  }
}
// CHECK: spv.func @k(%a: f32) "None" {
// CHECK: spv.EntryPoint "Kernel" @k
// CHECK-NEXT: spv.ExecutionMode @k "LocalSize", 4, 2, 1

// -----

// Dimensions that are not given are 1.
spv.module Physical64 OpenCL {
  spv.func @k(%a: f32) "None" attributes {spv.entry_point_abi = {local_size = dense<[4, 2]> : vector<2xi32>}} {
    spv.Return
  }
}
// CHECK: spv.ExecutionMode @k "LocalSize", 4, 2, 1
