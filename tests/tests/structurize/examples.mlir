// Functions as an embedding compiler may hand them over; the snapshot beside shows what becomes of them.
spv.module Logical GLSL450 requires #spv.vce<v1.4, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Private>

  // `if` without `else`.
  spv.func @one_arm(%c: i1, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.BranchConditional %c, ^then, ^end
  ^then:
    spv.Store "Private" %out, %n : i32
    spv.Branch ^end
  ^end:
    spv.Return
  }

  // An early return: what follows is no deeper.
  spv.func @early_return(%c: i1, %d: i1, %n: i32) -> i32 "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.BranchConditional %c, ^stop, ^more
  ^stop:
    spv.ReturnValue %n : i32
  ^more:
    spv.Store "Private" %out, %n : i32
    spv.BranchConditional %d, ^stop2, ^rest
  ^stop2:
    spv.Kill
  ^rest:
    %m = spv.IAdd %n, %n : i32
    spv.ReturnValue %m : i32
  }

  // `if (a && b) x else y`: two ways lead to y.
  spv.func @short_circuit(%a: i1, %b: i1, %n: i32, %m: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.BranchConditional %a, ^second, ^no
  ^second:
    spv.BranchConditional %b, ^yes, ^no
  ^yes:
    spv.Store "Private" %out, %n : i32
    spv.Branch ^end
  ^no:
    spv.Store "Private" %out, %m : i32
    spv.Branch ^end
  ^end:
    spv.Return
  }

  // `while` with the test first, and a value that is read behind the loop.
  spv.func @while_loop(%n: i32) -> i32 "None" {
    %zero = spv.Constant 0 : i32
    %one = spv.Constant 1 : i32
    spv.Branch ^head(%zero : i32)
  ^head(%i: i32):
    %square = spv.IMul %i, %i : i32
    %more = spv.ULessThan %square, %n : i32
    spv.BranchConditional %more, ^body, ^done
  ^body:
    %next = spv.IAdd %i, %one : i32
    spv.Branch ^head(%next : i32)
  ^done:
    spv.ReturnValue %square : i32
  }

  // A loop of one block.
  spv.func @do_while(%n: i32) -> i32 "None" {
    %zero = spv.Constant 0 : i32
    %one = spv.Constant 1 : i32
    spv.Branch ^body(%zero : i32)
  ^body(%i: i32):
    %next = spv.IAdd %i, %one : i32
    %more = spv.ULessThan %next, %n : i32
    spv.BranchConditional %more, ^body(%next : i32), ^done
  ^done:
    spv.ReturnValue %next : i32
  }

  // Two exits that meet soon: both are a `break`.
  spv.func @search(%n: i32, %k: i32) -> i32 "None" {
    %zero = spv.Constant 0 : i32
    %one = spv.Constant 1 : i32
    %seven = spv.Constant 7 : i32
    spv.Branch ^head(%zero : i32)
  ^head(%i: i32):
    %more = spv.ULessThan %i, %n : i32
    spv.BranchConditional %more, ^body, ^none
  ^body:
    %m = spv.UMod %i, %seven : i32
    %hit = spv.IEqual %m, %k : i32
    %next = spv.IAdd %i, %one : i32
    spv.BranchConditional %hit, ^found, ^head(%next : i32)
  ^none:
    spv.Branch ^done(%n : i32)
  ^found:
    spv.Branch ^done(%m : i32)
  ^done(%r: i32):
    spv.ReturnValue %r : i32
  }

  // Two exits to places that others lead to, too: a selector says which.
  spv.func @two_exits(%a: i1, %b: i1, %n: i32, %m: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.BranchConditional %a, ^head, ^first
  ^head:
    spv.BranchConditional %b, ^body, ^first
  ^body:
    spv.Store "Private" %out, %n : i32
    spv.BranchConditional %a, ^head, ^second
  ^first:
    spv.Store "Private" %out, %m : i32
    spv.Branch ^second
  ^second:
    spv.Store "Private" %out, %n : i32
    spv.Return
  }

  // `goto` out of two loops.
  spv.func @goto_out(%a: i1, %b: i1, %c: i1, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.Branch ^outer
  ^outer:
    spv.BranchConditional %a, ^inner, ^end
  ^inner:
    spv.BranchConditional %b, ^test, ^next
  ^test:
    spv.Store "Private" %out, %n : i32
    spv.BranchConditional %c, ^end, ^inner
  ^next:
    spv.Branch ^outer
  ^end:
    spv.Return
  }

  // `continue` of the outer loop from the inner one.
  spv.func @continue_outer(%a: i1, %b: i1, %c: i1, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.Branch ^outer
  ^outer:
    spv.BranchConditional %a, ^inner, ^end
  ^inner:
    spv.BranchConditional %b, ^test, ^after
  ^test:
    spv.BranchConditional %c, ^outer, ^inner
  ^after:
    spv.Store "Private" %out, %n : i32
    spv.Branch ^outer
  ^end:
    spv.Return
  }

  // A cycle with two entries.
  spv.func @irreducible(%a: i1, %b: i1, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    %one = spv.Constant 1 : i32
    spv.BranchConditional %a, ^left(%n : i32), ^right(%one : i32)
  ^left(%x: i32):
    spv.Store "Private" %out, %x : i32
    spv.Branch ^right(%x : i32)
  ^right(%y: i32):
    %z = spv.IAdd %y, %one : i32
    spv.Store "Private" %out, %z : i32
    spv.BranchConditional %b, ^left(%z : i32), ^end
  ^end:
    spv.Return
  }

  // A case that falls through to the next, and one that shares its tail.
  spv.func @fall_through(%s: i32, %n: i32, %m: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.Switch %s : i32, [default: ^end, 0: ^first, 1: ^other, 2: ^second]
  ^first:
    spv.Store "Private" %out, %n : i32
    spv.Branch ^second
  ^second:
    spv.Store "Private" %out, %m : i32
    spv.Branch ^end
  ^other:
    spv.Store "Private" %out, %s : i32
    spv.Branch ^end
  ^end:
    spv.Return
  }

  // Two cases with one tail, which a third does not have.
  spv.func @shared_tail(%s: i32, %n: i32, %m: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.Switch %s : i32, [default: ^end, 0: ^first, 1: ^second, 2: ^third]
  ^first:
    spv.Store "Private" %out, %n : i32
    spv.Branch ^tail
  ^second:
    spv.Store "Private" %out, %m : i32
    spv.Branch ^tail
  ^third:
    spv.Store "Private" %out, %s : i32
    spv.Branch ^end
  ^tail:
    spv.Store "Private" %out, %m : i32
    spv.Branch ^end
  ^end:
    spv.Return
  }

  // A switch in a loop, one of whose cases leaves the loop.
  spv.func @switch_in_loop(%s: i32, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.Branch ^head
  ^head:
    spv.Switch %s : i32, [default: ^head, 0: ^work, 1: ^end]
  ^work:
    spv.Store "Private" %out, %n : i32
    spv.Branch ^head
  ^end:
    spv.Return
  }

  // A pointer of one way out of a loop cannot be passed on: it is computed again.
  spv.func @pointer(%a: i1, %b: i1, %n: i32) "None" {
    %table = spv.mlir.addressof @table : !spv.ptr<!spv.array<8 x i32>, Private>
    spv.BranchConditional %a, ^head, ^other
  ^head:
    %p = spv.AccessChain %table[%n] : !spv.ptr<!spv.array<8 x i32>, Private>, i32
    spv.Store "Private" %p, %n : i32
    spv.BranchConditional %a, ^body, ^use
  ^body:
    spv.BranchConditional %b, ^head, ^other
  ^use:
    spv.Store "Private" %p, %n : i32
    spv.Branch ^other
  ^other:
    spv.Return
  }
  spv.GlobalVariable @table : !spv.ptr<!spv.array<8 x i32>, Private>

  // What is structured stays as it is, declared or in regions.
  spv.func @declared(%c: i1, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.BranchConditional %c, ^then, ^end selection_merge(^end) control(Flatten)
  ^then:
    spv.Store "Private" %out, %n : i32
    spv.Branch ^end
  ^end:
    spv.Return
  }

  // Of two choices one is declared: its control is kept.
  spv.func @half_declared(%c: i1, %d: i1, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.BranchConditional %c, ^then, ^end selection_merge(^end) control(Flatten)
  ^then:
    spv.BranchConditional %d, ^both, ^end
  ^both:
    spv.Store "Private" %out, %n : i32
    spv.BranchConditional %d, ^end, ^more
  ^more:
    spv.BranchConditional %d, ^both, ^end
  ^end:
    spv.Return
  }

  // A switch without cases is no choice, but needs a declaration all the same, unless it becomes a branch.
  spv.func @only_default(%s: i32, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.Switch %s : i32, [default: ^rest]
  ^rest:
    spv.Store "Private" %out, %n : i32
    spv.Return
  }

  // The same in a function that is declared otherwise.
  spv.func @only_default_in_declared(%c: i1, %s: i32, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.BranchConditional %c, ^then, ^end selection_merge(^end) control(Flatten)
  ^then:
    spv.Switch %s : i32, [default: ^rest]
  ^rest:
    spv.Store "Private" %out, %n : i32
    spv.Branch ^end
  ^end:
    spv.Return
  }

  // A loop that nothing leads to: back edges are judged there, too, and it goes.
  spv.func @unreached_loop(%c: i1, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.Return
  ^head:
    spv.Store "Private" %out, %n : i32
    spv.BranchConditional %c, ^latch, ^end
  ^latch:
    spv.Branch ^head
  ^end:
    spv.Return
  }

  // One that is declared goes, too, as a branch leads to its merge block from outside.
  spv.func @unreached_declared_loop(%c: i1, %n: i32) "None" {
    %out = spv.mlir.addressof @out : !spv.ptr<i32, Private>
    spv.Return
  ^before:
    spv.BranchConditional %c, ^head, ^end
  ^head:
    spv.Store "Private" %out, %n : i32
    spv.BranchConditional %c, ^latch, ^end loop_merge(^end, continue ^latch)
  ^latch:
    spv.Branch ^head
  ^end:
    spv.Return
  }
}
