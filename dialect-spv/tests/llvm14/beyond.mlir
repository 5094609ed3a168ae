module {
  spv.module Logical Vulkan {
    spv.SpecConstant @sc spec_id(1) = 42 : i32
    spv.SpecConstantComposite @scc (@sc, 1 : i32) : !spv.array<2 x i32>
    spv.SpecConstantOp @sum wraps "spv.IAdd"(@sc, 1 : i32) {relaxed_precision} : i32
    spv.SpecConstantOp @part wraps "spv.CompositeExtract"(@scc, 1 : i32) : i32
    spv.func @mixed(%arg0: i32, %arg1: si32, %arg2: f32, %arg3: vector<2xsi32>, %arg4: i1, %arg5: !spv.ptr<si32, Workgroup>) "None" {
      %0 = spv.IAdd %arg0, %arg1 : (i32, si32) -> i32
      %1 = spv.IAdd %arg0, %arg0 : (i32, i32) -> si32
      %2 = spv.SNegate %arg1 {foo} : (si32) -> i32
      %3 = spv.ULessThan %arg0, %arg1 : (i32, si32)
      %4 = spv.SLessThan %arg3, %arg3 : vector<2xsi32>
      %5 = spv.ShiftLeftLogical %arg1, %arg0 : si32, i32
      %6 = spv.ShiftLeftLogical %arg1, %arg0 : si32, i32 -> i32
      %7 = spv.Select %arg4, %arg0, %arg1 : i1, (i32, si32) -> i32
      %8 = spv.AtomicIAdd "Device" "None" %arg5, %arg1 : !spv.ptr<si32, Workgroup>
      %9 = spv.AtomicIAdd "Device" "None" %arg5, %arg1 : !spv.ptr<si32, Workgroup> -> i32
      %10 = spv.AtomicIAdd %arg0 %arg1 %arg5, %arg1 : !spv.ptr<si32, Workgroup>
      %11 = spv.GroupNonUniformBroadcast %arg0 %arg2, %arg0 : f32, i32
      %12 = spv.GroupNonUniformIAdd "Subgroup" "Reduce" %arg1 : (si32) -> i32
      %13 = spv.GLSL.SMax %arg0, %arg1 : (i32, si32) -> si32
      spv.Return
    }
    spv.func @newer(%arg0: vector<4xf32>, %arg1: vector<4xi1>, %arg2: i32, %arg3: i1, %arg4: !spv.ptr<i32, Workgroup>, %arg5: f32) "None" {
      %0 = spv.Dot %arg0, %arg0 : vector<4xf32> -> f32
      %1 = spv.Any %arg1 : vector<4xi1>
      %2 = spv.IAddCarry %arg2, %arg2 : !spv.struct<(i32, i32)>
      %3 = spv.SDot %arg2, %arg2, "PackedVectorFormat4x8Bit" : i32 -> i32
      %4 = spv.SDotAccSat %arg2, %arg2, %arg2 : i32, i32 -> i32
      %5 = spv.DPdx %arg5 : f32
      %6 = spv.CopyObject %arg0 : vector<4xf32>
      %7 = spv.AtomicLoad "Device" "Acquire" %arg4 : !spv.ptr<i32, Workgroup>
      spv.AtomicStore "Device" "Release" %arg4, %arg2 : !spv.ptr<i32, Workgroup>
      %8 = spv.GroupNonUniformAll Subgroup %arg3 : i1
      %9 = spv.GroupNonUniformShuffleXor Subgroup %arg5, %arg2 : f32, i32
      %10 = spv.GroupNonUniformRotateKHR Subgroup %arg5, %arg2 cluster_size(%arg2) : f32, i32
      %11 = spv.GLSL.Trunc %arg5 : f32
      %12 = spv.GLSL.SmoothStep %arg5, %arg5, %arg5 {relaxed_precision} : f32
      %13 = spv.GLSL.Length %arg0 : vector<4xf32> -> f32
      %14 = spv.GLSL.Distance %arg0, %arg0 : vector<4xf32> -> f32
      %15 = spv.OCL.atan2pi %arg5, %arg5 : f32
      %16 = spv.VectorTimesScalar %arg0, %arg5 : vector<4xf32>, f32 -> vector<4xf32>
      %17 = spv.CompositeConstruct %arg0, %arg0 : !spv.matrix<2 x vector<4xf32>>
      %18 = spv.CompositeExtract %17[1 : i32] : !spv.matrix<2 x vector<4xf32>>
      %19 = spv.MatrixTimesVector %17, %arg0 : !spv.matrix<2 x vector<4xf32>>, vector<4xf32> -> vector<4xf32>
      spv.Kill
    }
    spv.func @pointers(%arg0: !spv.ptr<!spv.rtarray<f32, stride=4>, StorageBuffer>, %arg1: i32, %arg2: !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>) "None" {
      %0 = spv.InBoundsAccessChain %arg0[%arg1] : !spv.ptr<!spv.rtarray<f32, stride=4>, StorageBuffer>, i32
      %1 = spv.AccessChain %arg0[%arg1] : !spv.ptr<!spv.rtarray<f32, stride=4>, StorageBuffer>, i32 -> !spv.ptr<f32, StorageBuffer, stride=4>
      %2 = spv.AccessChain %arg0[] : !spv.ptr<!spv.rtarray<f32, stride=4>, StorageBuffer>
      %3 = spv.ArrayLength %arg2, 0 : !spv.ptr<!spv.struct<(!spv.rtarray<f32, stride=4> [0])>, StorageBuffer>
      spv.Return
    }
    spv.func @images(%arg0: !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %arg1: vector<2xf32>, %arg2: f32, %arg3: !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, %arg4: vector<2xi32>, %arg5: vector<4xf32>) "None" {
      %0 = spv.ImageSampleImplicitLod %arg0, %arg1 : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32> -> vector<4xf32>
      %1 = spv.ImageSampleExplicitLod %arg0, %arg1 ["Lod", %arg2] : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, f32 -> vector<4xf32>
      %2 = spv.ImageSampleDrefImplicitLod %arg0, %arg1, %arg2 ["Bias|ConstOffset", %arg2, %arg4] : !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, vector<2xf32>, f32, f32, vector<2xi32> -> f32
      %3 = spv.ImageRead %arg3, %arg4 : !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, vector<2xi32> -> vector<4xf32>
      spv.ImageWrite %arg3, %arg4, %arg5 : !spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba8>, vector<2xi32>, vector<4xf32>
      spv.Return
    }
  }
}
