module {
  spv.module @named Logical GLSL450 requires #spv.vce<v1.3, [Shader, Linkage], [SPV_KHR_storage_buffer_storage_class]> attributes {foo = 1 : i32} {
    spv.GlobalVariable @v2 built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
    spv.GlobalVariable @v3 {location = 0 : i32} : !spv.ptr<f32, Private>
    spv.GlobalVariable @v4 initializer(@v3) bind(3, 4) {aliased} : !spv.ptr<f32, Private>
    spv.SpecConstant @sc2 spec_id(5) = 42 : i32
    spv.SpecConstant @sc3 = true
    spv.func @f(%arg0: i1, %arg1: i32) -> i32 "Inline|Pure" attributes {x} {
      %true = spv.Constant true
      %cst-5_i32 = spv.Constant -5 : i32
      %cst7_ui32 = spv.Constant 7 : ui32
      %cst_f64 = spv.Constant 5.000000e-01 : f64
      %cst_vec_2xsi32 = spv.Constant dense<[1, 2]> : vector<2xsi32>
      %cst = spv.Constant [dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>, dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>] : !spv.array<2 x vector<2xf32>>
      %cst_0 = spv.Constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32> : !spv.array<2 x !spv.array<2 x i32>>
      %v2_addr = spv.mlir.addressof @v2 : !spv.ptr<vector<3xi32>, Input>
      %0 = spv.mlir.referenceof @sc2 : i32
      %1 = spv.Variable init(%0) {aliased} : !spv.ptr<i32, Function>
      %2 = spv.Load "Function" %1 ["Volatile|Aligned", 4] {bar, foo} : i32
      spv.Store "Function" %1, %2 ["None"] : i32
      spv.mlir.selection control(Flatten) {
        spv.BranchConditional %arg0 [5, 10], ^bb1, ^bb2
      ^bb1:  // pred: ^bb0
        spv.Branch ^bb2 {foo}
      ^bb2:  // 2 preds: ^bb0, ^bb1
        spv.mlir.merge {a}
      }
      spv.ReturnValue %2 : i32
    }
    spv.func @main() "None" {
      spv.Return
    }
    spv.EntryPoint "GLCompute" @main, @v2, @v3
    spv.ExecutionMode @main "LocalSize", 32, 1, 1
    spv.ExecutionMode @main "OriginUpperLeft"
  }
}
