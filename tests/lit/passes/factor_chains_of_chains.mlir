// RUN: spv-opt %s --factor-access-chains | FileCheck %s
// Equal chains become one, from which what continued from either continues: what is factored there, too.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @v : !spv.ptr<!spv.array<4 x !spv.array<4 x !spv.array<4 x vector<4xf32>>>>, Private>
  // CHECK-LABEL: spv.func @f
  // CHECK:       %[[V:.*]] = spv.mlir.addressof @v
  // CHECK:       %a = spv.AccessChain %[[V]][%i]
  // CHECK:       %c = spv.AccessChain %a[%j]
  // CHECK-NEXT:  spv.Store "Private" %c
  // CHECK-NEXT:  spv.Store "Private" %c
  // CHECK-NOT:   spv.AccessChain
  spv.func @f(%i: i32, %j: i32, %x: !spv.array<4 x !spv.array<4 x vector<4xf32>>>, %y: !spv.array<4 x vector<4xf32>>) "None" {
    %v = spv.mlir.addressof @v : !spv.ptr<!spv.array<4 x !spv.array<4 x !spv.array<4 x vector<4xf32>>>>, Private>
    %a = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x !spv.array<4 x !spv.array<4 x vector<4xf32>>>>, Private>, i32
    spv.Store "Private" %a, %x : !spv.array<4 x !spv.array<4 x vector<4xf32>>>
    %b = spv.AccessChain %v[%i] : !spv.ptr<!spv.array<4 x !spv.array<4 x !spv.array<4 x vector<4xf32>>>>, Private>, i32
    %c = spv.AccessChain %b[%j] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32
    spv.Store "Private" %c, %y : !spv.array<4 x vector<4xf32>>
    %d = spv.AccessChain %b[%j] : !spv.ptr<!spv.array<4 x !spv.array<4 x vector<4xf32>>>, Private>, i32
    spv.Store "Private" %d, %y : !spv.array<4 x vector<4xf32>>
    spv.Return
  }
}
