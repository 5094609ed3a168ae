// RUN: inline{all}
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  spv.func @early(%a: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %v = spv.Variable init(%c0) : !spv.ptr<i32, Function>
    %neg = spv.SLessThan %a, %c0 : i32
    spv.mlir.selection {
      spv.BranchConditional %neg, ^then, ^merge
    ^then:
      spv.ReturnValue %c0 : i32
    ^merge:
      spv.mlir.merge
    }
    %x = spv.Load "Function" %v : i32
    %y = spv.IAdd %x, %a : i32
    spv.ReturnValue %y : i32
  }
  spv.func @from_loop(%n: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %go = spv.ULessThan %i, %n : i32
      spv.BranchConditional %go, ^body, ^merge
    ^body:
      %r = spv.FunctionCall @early(%i) : (i32) -> i32
      %is = spv.IEqual %r, %n : i32
      spv.mlir.selection {
        spv.BranchConditional %is, ^leave, ^join
      ^leave:
        spv.ReturnValue %i : i32
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^continue
    ^continue:
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^merge:
      spv.mlir.merge
    }
    spv.ReturnValue %c0 : i32
  }
  spv.func @dont(%a: i32) -> i32 "DontInline" {
    spv.ReturnValue %a : i32
  }
  spv.func @recursive(%a: i32) -> i32 "None" {
    %r = spv.FunctionCall @recursive(%a) : (i32) -> i32
    spv.ReturnValue %r : i32
  }
  spv.func @main(%a: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %x = spv.FunctionCall @from_loop(%a) : (i32) -> i32
    %y = spv.FunctionCall @dont(%x) : (i32) -> i32
    %z = spv.FunctionCall @recursive(%y) : (i32) -> i32
    spv.Store "Output" %o, %z : i32
    spv.Return
  }
}
