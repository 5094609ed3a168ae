// RUN: spv-opt %s --int-range-optimizations --dce | FileCheck %s
// RUN: spv-opt %s --print-ranges | FileCheck %s --check-prefix=RANGES
// Limits of built-in variables: the size of the workgroup, and that of the target where the module states none.

// CHECK-LABEL: spv.func @stated
// CHECK-NOT: GLSL.UMin
// CHECK: spv.Store "Private" %{{.*}}, %{{.*}} : i32
// CHECK: %[[X:.*]] = spv.CompositeExtract %{{.*}}[0 : i32]
// CHECK-NOT: spv.UMod
// CHECK: spv.Return
// RANGES: %{{.*}} = spv.Load "Input" %{{.*}} : i32 {{.*}}[0, 63]
// RANGES: spv.CompositeExtract {{.*}}[0, 15]
// RANGES: spv.CompositeExtract {{.*}}[0, 3]
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
  spv.GlobalVariable @id built_in("LocalInvocationId") : !spv.ptr<vector<3xi32>, Input>
  spv.GlobalVariable @index built_in("LocalInvocationIndex") : !spv.ptr<i32, Input>
  spv.GlobalVariable @out : !spv.ptr<i32, Private>
  spv.EntryPoint "GLCompute" @stated, @id, @index, @out
  spv.ExecutionMode @stated "LocalSize", 16, 4, 1
  spv.func @stated() "None" {
    %15 = spv.Constant 15 : i32
    %16 = spv.Constant 16 : i32
    %63 = spv.Constant 63 : i32
    %p = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    %index = spv.mlir.addressof @index : !spv.ptr<i32, Input>
    %i = spv.Load "Input" %index : i32
    %m = spv.GLSL.UMin %i, %63 : i32
    spv.Store "Private" %p, %m : i32
    %id = spv.mlir.addressof @id : !spv.ptr<vector<3xi32>, Input>
    %v = spv.Load "Input" %id : vector<3xi32>
    %x = spv.CompositeExtract %v[0 : i32] : vector<3xi32>
    %y = spv.CompositeExtract %v[1 : i32] : vector<3xi32>
    %r = spv.UMod %x, %16 : i32
    %s = spv.IAdd %r, %y : i32
    spv.Store "Private" %p, %s : i32
    spv.Return
  }
}

// CHECK-LABEL: spv.func @of_target
// CHECK: spv.Constant true
// CHECK-NOT: spv.ULessThan
// CHECK: spv.Return
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> attributes { spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader], []>, {max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>, max_compute_workgroup_invocations = 256 : i32}> } {
  spv.GlobalVariable @index built_in("LocalInvocationIndex") : !spv.ptr<i32, Input>
  spv.GlobalVariable @out : !spv.ptr<i1, Private>
  spv.EntryPoint "GLCompute" @of_target, @index, @out
  spv.SpecConstant @size spec_id(0) = 64 : i32
  spv.ExecutionModeId @of_target "LocalSizeId", @size, @size, @size
  spv.func @of_target() "None" {
    %256 = spv.Constant 256 : i32
    %p = spv.mlir.addressof @out : !spv.ptr<i1, Private>
    %index = spv.mlir.addressof @index : !spv.ptr<i32, Input>
    %i = spv.Load "Input" %index : i32
    %c = spv.ULessThan %i, %256 : i32
    spv.Store "Private" %p, %c : i1
    spv.Return
  }
}

// The length of an array: its bytes are counted by 32 bits.
// CHECK-LABEL: spv.func @length
// CHECK-NOT: spv.UMod
// CHECK: spv.Return
// RANGES: spv.ArrayLength {{.*}}[0, 268435455]
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @block bind(0, 0) : !spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, stride=16> [0]), Block>, StorageBuffer>
  spv.func @length() -> i32 "None" attributes {linkage_attributes = ["length", "Export"]} {
    %c = spv.Constant 268435456 : i32
    %p = spv.mlir.addressof @block : !spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, stride=16> [0]), Block>, StorageBuffer>
    %n = spv.ArrayLength %p, 0 : !spv.ptr<!spv.struct<(!spv.rtarray<vector<4xf32>, stride=16> [0]), Block>, StorageBuffer>
    %m = spv.UMod %n, %c : i32
    spv.ReturnValue %m : i32
  }
}
