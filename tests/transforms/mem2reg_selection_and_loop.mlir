// RUN: mem2reg
// A variable that is stored in one arm, and one that a loop counts in, with an exit from a selection.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.func @selection(%c: i1, %a: i32) -> i32 "None" {
    %v = spv.Variable : !spv.ptr<i32, Function>
    %c7 = spv.Constant 7 : i32
    spv.Store "Function" %v, %c7 : i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^merge
    ^then:
      spv.Store "Function" %v, %a : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    %x = spv.Load "Function" %v : i32
    spv.ReturnValue %x : i32
  }
  spv.func @loop(%n: i32, %stop: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %i = spv.Variable init(%c0) : !spv.ptr<i32, Function>
    %sum = spv.Variable init(%c0) : !spv.ptr<i32, Function>
    spv.mlir.loop {
      spv.Branch ^header
    ^header:
      %x = spv.Load "Function" %i : i32
      %go = spv.ULessThan %x, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %is = spv.IEqual %x, %stop : i32
      spv.mlir.selection {
        spv.BranchConditional %is, ^leave, ^join
      ^leave:
        %s0 = spv.Load "Function" %sum : i32
        %s1 = spv.IAdd %s0, %stop : i32
        spv.Store "Function" %sum, %s1 : i32
        spv.mlir.break
      ^join:
        spv.mlir.merge
      }
      %s2 = spv.Load "Function" %sum : i32
      %s3 = spv.IAdd %s2, %x : i32
      spv.Store "Function" %sum, %s3 : i32
      spv.Branch ^continue
    ^continue:
      %y = spv.IAdd %x, %c1 : i32
      spv.Store "Function" %i, %y : i32
      spv.Branch ^header
    ^merge:
      spv.mlir.merge
    }
    %r = spv.Load "Function" %sum : i32
    spv.ReturnValue %r : i32
  }
}
