// RUN: simplify-cfg
spv.module Logical GLSL450 requires #spv.vce<v1.5, [Shader, Linkage], []> {
  spv.GlobalVariable @out : !spv.ptr<i32, Output>
  // The taken arm joins the code around it, the selection inside stays.
  spv.func @known(%c: i1, %a: i32) -> i32 "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %true = spv.Constant true
    %0 = spv.mlir.selection -> i32 {
      spv.BranchConditional %true, ^then, ^else
    ^then:
      spv.mlir.selection {
        spv.BranchConditional %c, ^inner, ^join
      ^inner:
        spv.Store "Output" %o, %a : i32
        spv.Branch ^join
      ^join:
        spv.mlir.merge
      }
      spv.Branch ^merge(%a : i32)
    ^else:
      spv.Kill
    ^merge(%x: i32):
      spv.mlir.merge %x : i32
    }
    spv.ReturnValue %0 : i32
  }
  // A choice between values.
  spv.func @select(%c: i1, %a: vector<2xf32>, %b: vector<2xf32>) -> vector<2xf32> "None" {
    %0 = spv.mlir.selection -> vector<2xf32> {
      spv.BranchConditional %c, ^then, ^merge(%b : vector<2xf32>)
    ^then:
      %x = spv.FAdd %a, %b : vector<2xf32>
      spv.Branch ^merge(%x : vector<2xf32>)
    ^merge(%y: vector<2xf32>):
      spv.mlir.merge %y : vector<2xf32>
    }
    spv.ReturnValue %0 : vector<2xf32>
  }
  // Nothing behind a selection of which both arms return.
  spv.func @unreached(%c: i1, %a: i32) -> i32 "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    spv.mlir.selection {
      spv.BranchConditional %c, ^then, ^else
    ^then:
      spv.ReturnValue %a : i32
    ^else:
      spv.Kill
    ^merge:
      spv.mlir.merge
    }
    spv.Store "Output" %o, %a : i32
    spv.ReturnValue %a : i32
  }
  // A switch that a selection in it leaves stays.
  spv.func @switch(%c: i1, %a: i32) "None" {
    %o = spv.mlir.addressof @out : !spv.ptr<i32, Output>
    %c1 = spv.Constant 1 : i32
    spv.mlir.selection {
      spv.Switch %c1 : i32, [default: ^merge, 1: ^one]
    ^one:
      spv.mlir.selection {
        spv.BranchConditional %c, ^leave, ^join
      ^leave:
        spv.mlir.switch_break
      ^join:
        spv.mlir.merge
      }
      spv.Store "Output" %o, %a : i32
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
