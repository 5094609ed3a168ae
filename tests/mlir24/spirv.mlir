// Ops of the SPIR-V dialect that LLVM 24 has over LLVM 22, or writes otherwise, except for TOSA ops.

spirv.module Logical GLSL450 {
  spirv.SpecConstant @x = 4 : i32
  spirv.func @a(%arg0: i1, %arg1: vector<2xi1>, %arg2: f32, %arg3: vector<4xf32>, %arg4: i32, %arg5: !spirv.ptr<i32, Workgroup>, %arg6: !spirv.ptr<!spirv.struct<(f32, i32)>, Function>, %arg7: !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, %arg8: !spirv.sampler, %arg9: vector<4xi32>, %arg10: vector<4xi1>, %arg11: !spirv.named_barrier, %arg12: vector<2xf32>, %arg13: vector<3xf32>) "None" {
    %0 = spirv.All %arg1 : vector<2xi1>
    %1 = spirv.Any %arg1 : vector<2xi1>
    %2 = spirv.AtomicLoad <Device> <Acquire|UniformMemory> %arg5 : !spirv.ptr<i32, Workgroup>
    spirv.AtomicStore <Device> <Release> %arg5, %arg4 : !spirv.ptr<i32, Workgroup>
    %3 = spirv.KHR.Expect %arg4, %arg4 : i32
    %4 = spirv.GL.Atan2 %arg2, %arg2 : f32
    %5 = spirv.GL.Degrees %arg3 : vector<4xf32>
    %6 = spirv.GL.NClamp %arg2, %arg2, %arg2 : f32
    %7 = spirv.GL.NMax %arg2, %arg2 : f32
    %8 = spirv.GL.NMin %arg2, %arg2 : f32
    %9 = spirv.GL.Radians %arg2 : f32
    %10 = spirv.GL.SmoothStep %arg2, %arg2, %arg2 : f32
    %11 = spirv.GL.Step %arg2, %arg2 : f32
    %12 = spirv.GL.Trunc %arg2 : f32
    %13 = spirv.GroupNonUniformBroadcastFirst <Subgroup> %arg3 : vector<4xf32>
    %cst1_i32 = spirv.Constant 1 : i32
    %14 = spirv.InBoundsAccessChain %arg6[%cst1_i32] : !spirv.ptr<!spirv.struct<(f32, i32)>, Function>, i32 -> !spirv.ptr<i32, Function>
    %15 = spirv.IsNormal %arg3 : vector<4xf32>
    spirv.MemoryNamedBarrier %arg11, <Device>, <Acquire|UniformMemory> : !spirv.named_barrier
    %16 = spirv.NamedBarrierInitialize %arg4 : i32 -> !spirv.named_barrier
    %17 = spirv.OuterProduct %arg12, %arg13 : vector<2xf32>, vector<3xf32> -> !spirv.matrix<3 x vector<2xf32>>
    %18 = spirv.SampledImage %arg7, %arg8 : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, !spirv.sampler -> !spirv.sampled_image<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>
    %19 = spirv.CL.cbrt %arg3 : vector<4xf32>
    %20 = spirv.CL.erfc %arg3 : vector<4xf32>
    %21 = spirv.CL.exp10 %arg3 : vector<4xf32>
    %22 = spirv.CL.exp2 %arg3 : vector<4xf32>
    %23 = spirv.CL.expm1 %arg3 : vector<4xf32>
    %24 = spirv.CL.log10 %arg3 : vector<4xf32>
    %25 = spirv.CL.log1p %arg3 : vector<4xf32>
    %26 = spirv.CL.log2 %arg3 : vector<4xf32>
    %27 = spirv.CL.trunc %arg3 : vector<4xf32>
    %28 = spirv.CL.copysign %arg2, %arg2 : f32
    %29 = spirv.CL.fdim %arg2, %arg2 : f32
    %30 = spirv.CL.fmod %arg2, %arg2 : f32
    %31 = spirv.CL.hypot %arg2, %arg2 : f32
    %32 = spirv.CL.clz %arg4 : i32
    %33 = spirv.CL.fclamp %arg2, %arg2, %arg2 : f32
    %34 = spirv.CL.s_clamp %arg4, %arg4, %arg4 : i32
    %35 = spirv.CL.u_clamp %arg4, %arg4, %arg4 : i32
    %36 = spirv.CL.ldexp %arg2, %arg4 : f32, i32 -> f32
    %37 = spirv.CL.pown %arg2, %arg4 : f32, i32 -> f32
    %38 = spirv.CL.rootn %arg2, %arg4 : f32, i32 -> f32
    spirv.Return
  }
  spirv.ExecutionModeId @a "LocalSizeId" @x, @x, @x
  spirv.func @quads(%f: f32, %v: vector<4xi32>, %b: i1) "None" {
    %0 = spirv.GroupNonUniformQuadSwap <Subgroup> <Horizontal> %f : f32
    %1 = spirv.GroupNonUniformQuadSwap <Subgroup> <Vertical> %v {kept} : vector<4xi32>
    %2 = spirv.GroupNonUniformQuadSwap <Subgroup> <Diagonal> %b : i1
    spirv.Return
  }
  spirv.func @masked(%pointers: vector<4x!spirv.ptr<f32, CrossWorkgroup>>, %mask: vector<4xi1>, %values: vector<4xf32>) "None" {
    %cst4_i32 = spirv.Constant 4 : i32
    %0 = spirv.INTEL.MaskedGather %pointers, %cst4_i32, %mask, %values : vector<4x!spirv.ptr<f32, CrossWorkgroup>>, i32, vector<4xi1>, vector<4xf32> -> vector<4xf32>
    %cst8_i32 = spirv.Constant 8 : i32
    spirv.INTEL.MaskedScatter %pointers, %cst8_i32, %mask, %0 {kept} : vector<4x!spirv.ptr<f32, CrossWorkgroup>>, i32, vector<4xi1>, vector<4xf32>
    spirv.Return
  }
}

spirv.module Logical Vulkan requires #spirv.vce<v1.3, [VulkanMemoryModel, Shader, Linkage, TensorsARM, GraphARM], [SPV_ARM_tensors, SPV_ARM_graph]> {
  spirv.GlobalVariable @v {kept, relaxed_precision, location = 3 : i32} : !spirv.ptr<f32, Input>
  spirv.ARM.Graph @graph(%a: !spirv.arm.tensor<2x3xi32>) -> !spirv.arm.tensor<2x3xi32> attributes {kept, entry_point = true} {
    %0 = spirv.ARM.GraphConstant id = 42 {kept} : !spirv.arm.tensor<2x3xi32>
    spirv.ARM.GraphOutputs %0 : !spirv.arm.tensor<2x3xi32>
  }
  spirv.func @declared(f32) -> f32 "None" attributes {kept, linkage_attributes = #spirv.linkage_attributes<linkage_name = "f", linkage_type = <Import>>}
  spirv.func @call(%x: f32, %n: i32) -> f32 "None" {
    %0 = spirv.ExperimentalML.Call opcode = 3, %x, %n : (f32, i32) -> f32
    spirv.ReturnValue %0 : f32
  }
}
