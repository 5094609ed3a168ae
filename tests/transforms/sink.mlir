// RUN: sink
// Into the arm that uses it, however deep; not into a loop, and not where both arms use it.
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  spv.func @f(%c: i1, %d: i1, %a: i32, %n: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %c0 = spv.Constant 0 : i32
    %c1 = spv.Constant 1 : i32
    %both = spv.IMul %a, %n : i32
    %x = spv.IAdd %a, %n : i32
    %y = spv.IMul %x, %n : i32
    %z = spv.ISub %a, %n : i32
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.Store "Output" %o, %both : i32
      spv.mlir.selection {
        spv.BranchConditional %d, ^inner, ^join
      ^inner:
        spv.Store "Output" %o, %y : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^merge
    ^else:
      spv.Store "Output" %o, %both : i32
      spv.mlir.loop {
        spv.Branch ^header(%c0 : i32)
      ^header(%i: i32):
        %go = spv.ULessThan %i, %n : i32
        spv.BranchConditional %go, ^body, ^end
      ^body:
        spv.Store "Output" %o, %z : i32
        spv.Branch ^continue
      ^continue:
        %j = spv.IAdd %i, %c1 : i32
        spv.Branch ^header(%j : i32)
      ^end:
        spv.mlir.merge
      }
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
