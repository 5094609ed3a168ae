// RUN: spv-opt %s --mlir-prefix=spirv | FileCheck %s
// RUN: spv-opt %s --mlir-prefix=spirv | spv-opt - --mlir-prefix=spirv | FileCheck %s
// RUN: spv-opt %s -mlir-prefix=spv | FileCheck %s --check-prefix=SPV
// Both prefixes are read, also beside each other, and as those of keys.
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  spirv.GlobalVariable @g : !spirv.ptr<i32, Private>
  spv.func @f() -> i32 "None" attributes {spirv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
    %p = spirv.mlir.addressof @g : !spv.ptr<i32, Private>
    %0 = spv.Load "Private" %p : i32
    spv.ReturnValue %0 : i32
  }
}

// CHECK: module {
// CHECK-NEXT:   spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
// CHECK-NEXT:     spirv.GlobalVariable @g : !spirv.ptr<i32, Private>
// CHECK-NEXT:     spirv.func @f() -> i32 "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
// CHECK-NEXT:       %p = spirv.mlir.addressof @g : !spirv.ptr<i32, Private>
// CHECK-NEXT:       %0 = spirv.Load "Private" %p : i32
// CHECK-NEXT:       spirv.ReturnValue %0 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }

// SPV: module {
// SPV-NEXT:   spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
// SPV-NEXT:     spv.GlobalVariable @g : !spv.ptr<i32, Private>
// SPV-NEXT:     spv.func @f() -> i32 "None" attributes {spv.entry_point_abi = {local_size = dense<1> : vector<3xi32>}} {
// SPV-NEXT:       %p = spv.mlir.addressof @g : !spv.ptr<i32, Private>
// SPV-NEXT:       %0 = spv.Load "Private" %p : i32
// SPV-NEXT:       spv.ReturnValue %0 : i32
// SPV-NEXT:     }
// SPV-NEXT:   }
// SPV-NEXT: }
