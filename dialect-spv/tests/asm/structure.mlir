module {
  spv.module @named Logical Vulkan requires #spv.vce<v1.3, [Shader, Linkage], [SPV_KHR_storage_buffer_storage_class]> attributes {foo = 1 : i32} {
    spv.GlobalVariable @v2 built_in("GlobalInvocationId") : !spv.ptr<vector<3xi32>, Input>
    spv.GlobalVariable @v4 : !spv.ptr<f32, Private>
    spv.GlobalVariable @v3 initializer(@v4) {location = 0 : i32} : !spv.ptr<f32, Private>
    spv.GlobalVariable @v5 initializer(5) : !spv.ptr<i32, Private>
    spv.GlobalVariable @v55 initializer(5 : si32) : !spv.ptr<si32, Private>
    spv.GlobalVariable @v56 initializer(#spv.const<#spv.null : f32>) : !spv.ptr<f32, Private>
    spv.GlobalVariable @v6 bind(0, 1) {aliased, non_writable} : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>
    spv.GlobalVariable @v7 built_in("Position") {binding = 4 : i32} : !spv.ptr<f32, Private>
    spv.SpecConstant @sc2 spec_id(5) = 42 : i32
    spv.SpecConstant @sc3 = true
    spv.GlobalConstant @gc = 5 : i32 {op_name = "x"}
    spv.GlobalConstant @gn = #spv.null : !spv.ptr<f32, Private>
    spv.GlobalConstant @gs = [@sc2, 1 : i32] : !spv.struct<(i32, i32)>
    spv.func @g(%arg0: i32) -> i32 "Inline|Pure" attributes {x} {
      spv.ReturnValue %arg0 : i32
    }
    spv.func @declared(%arg0: i32, %y: f32 {non_writable}) "None" attributes {linkage_attributes = ["declared", "Import"]}
    spv.GraphARM @graph : !spv.graph_arm<1, f32, f32> attributes {x} {
      %cst0_i32 = spv.Constant 0 : i32
      %0 = spv.GraphInputARM %cst0_i32 : i32 -> f32
      spv.GraphSetOutputARM %0, %cst0_i32 : f32, i32
      spv.GraphEndARM
    }
    spv.func @main() "None" {
      spv.Return
    }
    spv.func @constants(%arg0: i1) "None" {
      %true = spv.Constant true
      %cst5_i32 = spv.Constant 5 : i32
      %cst-5_si32 = spv.Constant -5 : si32
      %cst_f32 = spv.Constant 5.000000e-01 : f32
      %cst_vec_3xi32 = spv.Constant dense<[1, 2, 3]> : vector<3xi32>
      %cst = spv.Constant [1 : i32, 2 : i32] : !spv.array<2 x i32>
      %cst_0 = spv.Constant dense<1> : tensor<2x3xi32> : !spv.array<2 x !spv.array<3 x i32>>
      %cst_1 = spv.Constant [[1 : i32], [@sc2]] : !spv.array<2 x !spv.array<1 x i32>>
      %cst_2 = spv.Constant #spv.null : vector<2xf32>
      %cst_3 = spv.Constant #spv.replicate<1.000000e+00 : f32> : vector<2xf32>
      %cst_4 = spv.Constant data[1, 2] : !spv.array<2 x i32>
      %cst_5 = spv.Constant #spv.distinct<1, 5 : i32>
      %cst_6 = spv.Constant #spv.undef<0> : f32
      %cst_7 = spv.Constant [data[1], #spv.null] : !spv.array<2 x !spv.array<1 x i32>>
      spv.Return
    }
    spv.func @variables(%arg0: !spv.ptr<f32, Function>) "None" {
      %cst_f32 = spv.Constant 5.000000e-01 : f32
      %0 = spv.Variable : !spv.ptr<f32, Function>
      %1 = spv.Variable init(%cst_f32) {aliased} : !spv.ptr<f32, Function>
      %v2_addr = spv.mlir.addressof @v2 : !spv.ptr<vector<3xi32>, Input>
      %2 = spv.mlir.referenceof @sc2 : i32
      %3 = spv.Load "Function" %arg0 : f32
      %4 = spv.Load "Function" %0 ["Volatile|Aligned", 4] {foo} : f32
      spv.Store "Function" %arg0, %4 : f32
      spv.Store "Function" %0, %4 ["Volatile|Aligned", 4] {foo} : f32
      spv.Return
    }
    spv.func @branches(%arg0: i1, %arg1: i32) "None" {
      spv.BranchConditional %arg0 [5, 10], ^bb1(%arg1 : i32), ^bb2
    ^bb1(%0: i32):  // pred: ^bb0
      spv.Branch ^bb2 {foo}
    ^bb2:  // 2 preds: ^bb0, ^bb1
      spv.Switch %arg1 : i32, [default: ^bb3, 0: ^bb4(%arg1 : i32), -1: ^bb5] selection_merge(^bb5) control(Flatten)
    ^bb3:  // pred: ^bb2
      spv.Branch ^bb5
    ^bb4(%1: i32):  // pred: ^bb2
      spv.Branch ^bb5
    ^bb5:  // 3 preds: ^bb2, ^bb3, ^bb4
      spv.Branch ^bb6
    ^bb6:  // 2 preds: ^bb5, ^bb7
      spv.BranchConditional %arg0, ^bb7, ^bb8 loop_merge(^bb8, continue ^bb7) control("Unroll|PartialCount", 4)
    ^bb7:  // pred: ^bb6
      spv.Branch ^bb6
    ^bb8:  // pred: ^bb6
      spv.Return
    }
    spv.func @constructs(%arg0: i1) "None" {
      %0 = spv.mlir.selection control(Flatten) -> i32 {
        %cst1_i32 = spv.Constant 1 : i32
        spv.BranchConditional %arg0, ^bb1, ^bb2(%cst1_i32 : i32)
      ^bb1:  // pred: ^bb0
        %cst2_i32 = spv.Constant 2 : i32
        spv.Branch ^bb2(%cst2_i32 : i32)
      ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
        spv.mlir.merge %1 : i32
      }
      spv.mlir.loop control("Unroll|MinIterations", 3) continue_blocks(2) fused continue_phis(0, 2) attributes {foo} {
        spv.Branch ^bb1
      ^bb1:  // 2 preds: ^bb0, ^bb3
        spv.BranchConditional %arg0, ^bb2, ^bb4
      ^bb2:  // pred: ^bb1
        spv.Branch ^bb3
      ^bb3:  // pred: ^bb2
        spv.Branch ^bb1
      ^bb4:  // pred: ^bb1
        spv.mlir.merge
      }
      spv.Return
    }
    spv.EntryPoint "GLCompute" @main, @v2, @v4
    spv.EntryPoint "Fragment" @main name("other"), @v2 {foo}
    spv.EntryPoint "Kernel" @main name("")
    spv.ExecutionMode @main "LocalSize", 32, 1, 1
    spv.ExecutionMode @main "OriginUpperLeft"
    spv.ExecutionModeId @main "LocalSizeId", 32, @sc2, 1 : si32
    spv.ExecutionModeId @main "FPFastMathDefault", f32, 7
    spv.ExecutionMode @main "NamedMaximumRegistersINTEL", AutoINTEL
  }
}
