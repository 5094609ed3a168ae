// RUN: licm,loop-unroll,canonicalize
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<!spv.array<8 x i32>, Private>
  spv.func @f(%a: i32, %b: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<!spv.array<8 x i32>, Private>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %c3 = spv.Constant 3 : i32
    spv.mlir.loop control(Unroll) {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %c3 : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %m = spv.IMul %a, %b : i32
      %x = spv.IAdd %m, %i : i32
      %p = spv.AccessChain %o[%i] : !spv.ptr<!spv.array<8 x i32>, Private>, i32
      spv.Store "Private" %p, %x : i32
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
