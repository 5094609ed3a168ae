// RUN: spv-opt %s --eliminate-dead-input-components | FileCheck %s
// RUN: sed 's/"Vertex"/"Geometry"/' %s | spv-opt - --eliminate-dead-input-components --no-verify | FileCheck %s --check-prefix=KEPT

!array = !spv.array<8 x f32>
spv.module Logical GLSL450 requires #spv.vce<v1.3, [Shader, Geometry], []> {
  spv.EntryPoint "Vertex" @main, @in, @dynamic
  // CHECK: spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<!spv.array<3 x f32>, Input>
  // KEPT: spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<!spv.array<8 x f32>, Input>
  spv.GlobalVariable @in {location = 0 : i32} : !spv.ptr<!array, Input>
  // CHECK: spv.GlobalVariable @dynamic {location = 8 : i32} : !spv.ptr<!spv.array<8 x f32>, Input>
  spv.GlobalVariable @dynamic {location = 8 : i32} : !spv.ptr<!array, Input>
  spv.func @main() "None" {
    %in = spv.mlir.addressof @in : !spv.ptr<!array, Input>
    %dynamic = spv.mlir.addressof @dynamic : !spv.ptr<!array, Input>
    %c0 = spv.Constant 0 : i32
    %c2 = spv.Constant 2 : i32
    %i = spv.Undef : i32
    %p = spv.AccessChain %in[%c2] : !spv.ptr<!array, Input>, i32
    %q = spv.AccessChain %in[%c0] : !spv.ptr<!array, Input>, i32
    %r = spv.AccessChain %dynamic[%i] : !spv.ptr<!array, Input>, i32
    spv.Return
  }
}
