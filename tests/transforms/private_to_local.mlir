// RUN: private-to-local
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @one : !spv.ptr<!spv.array<4 x i32>, Private>
  spv.GlobalVariable @two : !spv.ptr<i32, Private>
  spv.EntryPoint "GLCompute" @main, @one, @two
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  spv.func @g() "None" {
    %p = spv.mlir.addressof @two : !spv.ptr<i32, Private>
    %c1 = spv.Constant 1 : i32
    spv.Store "Private" %p, %c1 : i32
    spv.Return
  }
  spv.func @main() "None" {
    %p = spv.mlir.addressof @one : !spv.ptr<!spv.array<4 x i32>, Private>
    %t = spv.mlir.addressof @two : !spv.ptr<i32, Private>
    %c1 = spv.Constant 1 : i32
    %q = spv.AccessChain %p[%c1] : !spv.ptr<!spv.array<4 x i32>, Private>, i32
    %x = spv.Load "Private" %t : i32
    spv.Store "Private" %q, %x : i32
    spv.Return
  }
}
