// RUN: strip-debug
// Function parameters and what the blocks of a construct take have locations, too.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @state : !spv.ptr<i32, Private>
  spv.func @count(%n: i32 loc("a.frag":1:2)) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %state = spv.mlir.addressof @state : !spv.ptr<i32, Private>
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32 loc("a.frag":3:4)):
      %go = spv.ULessThan %i, %n : i32 loc("a.frag":3:1)
      spv.BranchConditional %go, ^continue, ^merge
    ^continue:
      %next = spv.IAdd %i, %c1 : i32 loc("a.frag":4:1)
      spv.Branch ^header(%next : i32)
    ^merge:
      spv.mlir.merge
    }
    %x = spv.Load "Private" %state : i32 loc("a.frag":5:1)
    spv.ReturnValue %x : i32
  }
}
