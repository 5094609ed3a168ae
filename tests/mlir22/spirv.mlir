// Ops of the SPIR-V dialect whose text changed after LLVM 19, and types and attributes that are new.

!sampled = !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
!storage = !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba16>
!fetched = !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba16>

spirv.module Logical GLSL450 requires #spirv.vce<v1.6, [Shader, Linkage, SplitBarrierINTEL, StorageUniform16], [SPV_INTEL_split_barrier]> {
  spirv.GlobalVariable @block bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>

  spirv.func @memory(%i: i32) -> i32 "None" {
    %zero = spirv.Constant 0 : i32
    %block = spirv.mlir.addressof @block : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>
    %element = spirv.AccessChain %block[%zero, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<i32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %loaded = spirv.Load "StorageBuffer" %element ["Volatile|Aligned", 4] : i32
    spirv.Store "StorageBuffer" %element, %loaded ["Aligned", 4] : i32
    spirv.ReturnValue %loaded : i32
  }

  spirv.func @pointers(%p: !spirv.ptr<i32, CrossWorkgroup>, %i: i32) -> () "None" {
    %a = spirv.PtrAccessChain %p[%i] : !spirv.ptr<i32, CrossWorkgroup>, i32 -> !spirv.ptr<i32, CrossWorkgroup>
    %b = spirv.InBoundsPtrAccessChain %a[%i] : !spirv.ptr<i32, CrossWorkgroup>, i32 -> !spirv.ptr<i32, CrossWorkgroup>
    spirv.Return
  }

  spirv.func @images(%s: !sampled, %w: !storage, %t: !fetched, %x: vector<2xf32>, %i: vector<2xsi32>, %c: vector<4xf32>, %f: f32) -> () "None" {
    %a = spirv.ImageSampleImplicitLod %s, %x : !sampled, vector<2xf32> -> vector<4xf32>
    %b = spirv.ImageSampleImplicitLod %s, %x ["Bias"], %f : !sampled, vector<2xf32>, f32 -> vector<4xf32>
    %d = spirv.ImageSampleExplicitLod %s, %x ["Grad"], %x, %x : !sampled, vector<2xf32>, vector<2xf32>, vector<2xf32> -> vector<4xf32>
    %e = spirv.ImageFetch %t, %i : !fetched, vector<2xsi32> -> vector<4xf32>
    %g = spirv.ImageRead %w, %i : !storage, vector<2xsi32> -> vector<4xf32>
    spirv.ImageWrite %w, %i, %c : !storage, vector<2xsi32>, vector<4xf32>
    %h = spirv.ImageDrefGather %s, %x, %f : !sampled, vector<2xf32>, f32 -> vector<4xf32>
    %k = spirv.ImageQuerySize %w : !storage -> vector<2xi32>
    %l = spirv.Image %s : !sampled
    spirv.Return
  }

  spirv.func @groups(%i: i32, %f: vector<2xf32>, %b: i1, %m: vector<4xi32>) -> () "None" {
    %four = spirv.Constant 4 : i32
    %a = spirv.GroupNonUniformIAdd <Subgroup> <Reduce> %i : i32 -> i32
    %c = spirv.GroupNonUniformFMul <Workgroup> <ClusteredReduce> %f cluster_size(%four) : vector<2xf32>, i32 -> vector<2xf32>
    %d = spirv.GroupNonUniformLogicalXor <Subgroup> <InclusiveScan> %b : i1 -> i1
    %e = spirv.GroupNonUniformBallotBitCount <Subgroup> <Reduce> %m : vector<4xi32> -> i32
    %g = spirv.GroupNonUniformBallotFindLSB <Subgroup> %m : vector<4xi32>, i32
    %h = spirv.GroupNonUniformAll <Subgroup> %b : i1
    %j = spirv.GroupNonUniformAllEqual <Subgroup> %f : vector<2xf32>, i1
    %k = spirv.GroupNonUniformRotateKHR <Subgroup> %i, %four, cluster_size(%four) : i32, i32, i32 -> i32
    %l = spirv.GroupNonUniformQuadSwap <Subgroup> %f %four : vector<2xf32>, i32
    spirv.INTEL.ControlBarrierArrive <Workgroup> <Workgroup> <AcquireRelease|WorkgroupMemory>
    spirv.INTEL.ControlBarrierWait <Workgroup> <Workgroup> <AcquireRelease|WorkgroupMemory>
    spirv.Return
  }

  spirv.func @math(%m: !spirv.matrix<2 x vector<2xf32>>, %v: vector<2xf32>, %w: vector<3xf32>, %b: bf16, %d: f64) -> () "None" {
    %a = spirv.MatrixTimesVector %m, %v : !spirv.matrix<2 x vector<2xf32>>, vector<2xf32> -> vector<2xf32>
    %c = spirv.VectorTimesMatrix %v, %m : vector<2xf32>, !spirv.matrix<2 x vector<2xf32>> -> vector<2xf32>
    %e = spirv.GL.Cross %w, %w : vector<3xf32>
    %f = spirv.GL.Distance %w, %w : vector<3xf32>, vector<3xf32> -> f32
    %g = spirv.GL.Length %w : vector<3xf32> -> f32
    %h = spirv.GL.PackHalf2x16 %v : vector<2xf32> -> i32
    %i = spirv.GL.UnpackHalf2x16 %h : i32 -> vector<2xf32>
    %j = spirv.GL.Reflect %v, %v : vector<2xf32>
    %k = spirv.FConvert %b : bf16 to f32
    %l = spirv.FConvert %d {fp_rounding_mode = #spirv.fp_rounding_mode<RTZ>} : f64 to f32
    spirv.Return
  }

  spirv.func @control(%s: i32, %b: i1) -> i32 "None" {
    %two:2 = spirv.mlir.selection -> i32, i32 {
      spirv.Switch %s : i32, [
        default: ^default(%s : i32),
        0: ^default(%s : i32),
        -1: ^other
      ]
    ^default(%x: i32):
      spirv.Branch ^merge(%x, %s : i32, i32)
    ^other:
      spirv.Branch ^merge(%s, %s : i32, i32)
    ^merge(%y: i32, %z: i32):
      spirv.mlir.merge %y, %z : i32, i32
    }
    spirv.ReturnValue %two#1 : i32
  }

  spirv.func @tensors(%a: !spirv.arm.tensor<2x3xi32>, %b: !spirv.arm.tensor<?xf32>, %c: !spirv.arm.tensor<*xf16>) -> () "None" {
    spirv.Return
  }

  spirv.func @mesh(%n: i32) -> () "None" {
    spirv.EXT.SetMeshOutputs %n, %n : i32, i32
    spirv.Return
  }
}

gpu.module @targets [#spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>] {
}
