// RUN: inline{all},symbol-dce
// Returns from a switch, returns in both arms, a call in the header of a loop, a callee that kills in a
// continue construct.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  spv.EntryPoint "Fragment" @main, @out
  spv.ExecutionMode @main "OriginUpperLeft"
  spv.func @both(%a: i32) -> i32 "None" {
    %c0 = spv.Constant 0 : i32
    %neg = spv.SLessThan %a, %c0 : i32
    spv.mlir.selection {
      spv.BranchConditional %neg, ^then, ^else
    ^then:
      spv.ReturnValue %c0 : i32
    ^else:
      spv.ReturnValue %a : i32
    ^merge:
      spv.mlir.merge
    }
    spv.Unreachable
  }
  spv.func @switch(%a: i32) -> i32 "None" {
    %c1 = spv.Constant 1 : i32
    spv.mlir.selection {
      spv.Switch %a : i32, [default: ^merge, 1: ^one, 2: ^two]
    ^one:
      spv.ReturnValue %c1 : i32
    ^two:
      spv.Kill
    ^merge:
      spv.mlir.merge
    }
    spv.ReturnValue %a : i32
  }
  spv.func @kills(%a: i32) "None" {
    spv.Kill
  }
  spv.func @main() "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    spv.mlir.loop {
      spv.Branch ^header(%c0 : i32)
    ^header(%i: i32):
      %n = spv.FunctionCall @both(%i) : (i32) -> i32
      %m = spv.FunctionCall @switch(%n) : (i32) -> i32
      %go = spv.ULessThan %i, %m : i32
      spv.BranchConditional %go, ^body, ^end
    ^body:
      spv.Store "Output" %o, %i : i32
      spv.Branch ^continue
    ^continue:
      spv.FunctionCall @kills(%i) : (i32) -> ()
      %j = spv.IAdd %i, %c1 : i32
      spv.Branch ^header(%j : i32)
    ^end:
      spv.mlir.merge
    }
    spv.Return
  }
}
