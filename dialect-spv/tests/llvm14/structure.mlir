module {
  spv.module Logical GLSL450 {
    spv.GlobalVariable @v built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
    spv.SpecConstant @sc spec_id(5) = 42 : i32
    spv.SpecConstantComposite @scc (@sc, @sc) : !spv.array<2 x i32>
    spv.func @callee(%arg0: i32, %arg1: i1) "None" {
      spv.Return
    }
    spv.func @id(%arg0: i32) -> i32 "Inline|Pure" {
      spv.ReturnValue %arg0 : i32
    }
    spv.EntryPoint "GLCompute" @main, @v
    spv.ExecutionMode @main "LocalSize", 32, 1, 1
    spv.func @main() "None" {
      %cst1_i32 = spv.Constant 1 : i32
      %true = spv.Constant true
      spv.mlir.selection control(Flatten) {
        spv.BranchConditional %true [5, 10], ^bb1, ^bb2
      ^bb1:  // pred: ^bb0
        spv.FunctionCall @callee(%cst1_i32, %true) : (i32, i1) -> ()
        spv.Branch ^bb2
      ^bb2:  // 2 preds: ^bb0, ^bb1
        spv.mlir.merge
      }
      spv.mlir.loop control(Unroll) {
        spv.Branch ^bb1
      ^bb1:  // 2 preds: ^bb0, ^bb3
        spv.BranchConditional %true, ^bb2, ^bb4
      ^bb2:  // pred: ^bb1
        spv.Branch ^bb3
      ^bb3:  // pred: ^bb2
        spv.Branch ^bb1
      ^bb4:  // pred: ^bb1
        spv.mlir.merge
      }
      %0 = spv.FunctionCall @id(%cst1_i32) : (i32) -> i32
      %v_addr = spv.mlir.addressof @v : !spv.ptr<vector<3xi32>, Input>
      %1 = spv.mlir.referenceof @sc : i32
      %2 = spv.SpecConstantOperation wraps "spv.IAdd"(%cst1_i32, %cst1_i32) : (i32, i32) -> i32
      spv.BranchConditional %true, ^bb1(%cst1_i32 : i32), ^bb2
    ^bb1(%3: i32):  // pred: ^bb0
      spv.Return
    ^bb2:  // pred: ^bb0
      spv.Unreachable
    }
  }
}
