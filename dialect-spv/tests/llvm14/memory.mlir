module {
  spv.module Physical64 OpenCL {
    spv.func @memory(%arg0: !spv.ptr<!spv.struct<(f32 [0], !spv.array<4 x vector<4xf32>, stride=16> [16])>, StorageBuffer>, %arg1: i32, %arg2: !spv.ptr<f32, Workgroup>, %arg3: f32, %arg4: !spv.ptr<!spv.ptr<f32, CrossWorkgroup>, Function>, %arg5: !spv.ptr<f32, CrossWorkgroup>, %arg6: i1, %arg7: !spv.ptr<!spv.array<4 x f32>, Function>, %arg8: !spv.ptr<i32, Workgroup>) "None" {
      %cst1_i32 = spv.Constant 1 : i32
      %0 = spv.AccessChain %arg0[%cst1_i32, %arg1, %arg1] : !spv.ptr<!spv.struct<(f32 [0], !spv.array<4 x vector<4xf32>, stride=16> [16])>, StorageBuffer>, i32, i32, i32
      %1 = spv.PtrAccessChain %arg2[%arg1] : !spv.ptr<f32, Workgroup>, i32
      %2 = spv.PtrAccessChain %arg0[%arg1, %cst1_i32, %arg1] : !spv.ptr<!spv.struct<(f32 [0], !spv.array<4 x vector<4xf32>, stride=16> [16])>, StorageBuffer>, i32, i32, i32
      %3 = spv.AccessChain %arg7[%arg1] : !spv.ptr<!spv.array<4 x f32>, Function>, i32
      %4 = spv.InBoundsPtrAccessChain %arg2[%arg1] : !spv.ptr<f32, Workgroup>, i32
      %5 = spv.Variable : !spv.ptr<f32, Function>
      %6 = spv.Variable init(%cst1_i32) : !spv.ptr<i32, Function>
      %7 = spv.Load "Function" %5 : f32
      %8 = spv.Load "Workgroup" %arg2 ["Volatile"] : f32
      %9 = spv.Load "Workgroup" %arg2 ["Aligned", 4] : f32
      spv.Store "Function" %5, %arg3 : f32
      spv.Store "Workgroup" %arg2, %arg3 ["Aligned", 4] : f32
      spv.Store "Workgroup" %arg2, %arg3 ["Volatile"] : f32
      spv.Return
    }
    spv.func @composite(%arg0: f32, %arg1: i32, %arg2: vector<2xf32>, %arg3: vector<4xf32>, %arg4: !spv.struct<(f32, vector<4xf32>)>, %arg5: !spv.matrix<3 x vector<3xf32>>, %arg6: !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %arg7: !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Unknown>) "None" {
      %0 = spv.CompositeConstruct %arg0, %arg0, %arg0, %arg0 : vector<4xf32>
      %1 = spv.CompositeConstruct %arg0, %arg3 : !spv.struct<(f32, vector<4xf32>)>
      %2 = spv.CompositeExtract %arg4[1 : i32, 2 : i32] : !spv.struct<(f32, vector<4xf32>)>
      %3 = spv.CompositeInsert %arg0, %arg4[1 : i32, 2 : i32] : f32 into !spv.struct<(f32, vector<4xf32>)>
      %4 = spv.VectorShuffle [1 : i32, 3 : i32, -1 : i32] %arg3 : vector<4xf32>, %arg2 : vector<2xf32> -> vector<3xf32>
      %5 = spv.VectorExtractDynamic %arg3[%arg1] : vector<4xf32>, i32
      %6 = spv.VectorInsertDynamic %arg0, %arg3[%arg1] : vector<4xf32>, i32
      %7 = spv.MatrixTimesMatrix %arg5, %arg5 : !spv.matrix<3 x vector<3xf32>>, !spv.matrix<3 x vector<3xf32>> -> !spv.matrix<3 x vector<3xf32>>
      %8 = spv.MatrixTimesScalar %arg5, %arg0 : !spv.matrix<3 x vector<3xf32>>, f32 -> !spv.matrix<3 x vector<3xf32>>
      %9 = spv.Transpose %arg5 : !spv.matrix<3 x vector<3xf32>> -> !spv.matrix<3 x vector<3xf32>>
      %10 = spv.ImageDrefGather %arg6 : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %arg3 : vector<4xf32>, %arg0 : f32 -> vector<4xf32>
      %11 = spv.ImageDrefGather %arg6 : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %arg3 : vector<4xf32>, %arg0 : f32 ["NonPrivateTexel"] -> vector<4xf32>
      %12 = spv.Image %arg6 : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
      %13 = spv.ImageQuerySize %arg7 : !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Unknown> -> vector<2xi32>
      spv.Return
    }
  }
}
