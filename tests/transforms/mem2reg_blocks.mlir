// RUN: mem2reg
// CFG form: block arguments at the dominance frontier.
spv.module Physical64 OpenCL requires #spv.vce<v1.0, [Kernel, Addresses, Linkage], []> {
  spv.func @f(%c: i1, %d: i1, %a: i32) -> i32 "None" {
    %c7 = spv.Constant 7 : i32
    %v = spv.Variable init(%c7) : !spv.ptr<i32, Function>
    spv.Branch ^head
  ^head:
    spv.BranchConditional %c, ^left, ^right
  ^left:
    %x = spv.Load "Function" %v : i32
    %y = spv.IAdd %x, %a : i32
    spv.Store "Function" %v, %y : i32
    spv.BranchConditional %d, ^head, ^right
  ^right:
    %z = spv.Load "Function" %v : i32
    spv.ReturnValue %z : i32
  }
}
