module {
  func private @t0(!spv.ptr<i1, Function>)
  func private @t1(!spv.ptr<i8, Function>)
  func private @t2(!spv.ptr<vector<2xi8>, Input>, !spv.ptr<vector<3xi8>, Input>, !spv.ptr<vector<4xi8>, Input>)
  func private @t3(!spv.ptr<i16, Function>)
  func private @t4(!spv.ptr<vector<2xi16>, Input>, !spv.ptr<vector<3xi16>, Input>, !spv.ptr<vector<4xi16>, Input>)
  func private @t5(!spv.ptr<i32, Function>)
  func private @t6(!spv.ptr<vector<2xi32>, Input>, !spv.ptr<vector<3xi32>, Input>, !spv.ptr<vector<4xi32>, Input>)
  func private @t7(!spv.ptr<i64, Function>)
  func private @t8(!spv.ptr<vector<2xi64>, Input>, !spv.ptr<vector<3xi64>, Input>, !spv.ptr<vector<4xi64>, Input>)
  func private @t9(!spv.ptr<si8, Function>)
  func private @t10(!spv.ptr<vector<2xsi8>, Input>, !spv.ptr<vector<3xsi8>, Input>, !spv.ptr<vector<4xsi8>, Input>)
  func private @t11(!spv.ptr<si16, Function>)
  func private @t12(!spv.ptr<vector<2xsi16>, Input>, !spv.ptr<vector<3xsi16>, Input>, !spv.ptr<vector<4xsi16>, Input>)
  func private @t13(!spv.ptr<si32, Function>)
  func private @t14(!spv.ptr<vector<2xsi32>, Input>, !spv.ptr<vector<3xsi32>, Input>, !spv.ptr<vector<4xsi32>, Input>)
  func private @t15(!spv.ptr<si64, Function>)
  func private @t16(!spv.ptr<vector<2xsi64>, Input>, !spv.ptr<vector<3xsi64>, Input>, !spv.ptr<vector<4xsi64>, Input>)
  func private @t17(!spv.ptr<f16, Function>)
  func private @t18(!spv.ptr<vector<2xf16>, Input>, !spv.ptr<vector<3xf16>, Input>, !spv.ptr<vector<4xf16>, Input>)
  func private @t19(!spv.ptr<f32, Function>)
  func private @t20(!spv.ptr<vector<2xf32>, Input>, !spv.ptr<vector<3xf32>, Input>, !spv.ptr<vector<4xf32>, Input>)
  func private @t21(!spv.ptr<f64, Function>)
  func private @t22(!spv.ptr<vector<2xf64>, Input>, !spv.ptr<vector<3xf64>, Input>, !spv.ptr<vector<4xf64>, Input>)
  func private @t23(!spv.ptr<f32, UniformConstant>)
  func private @t24(!spv.ptr<f32, Input>)
  func private @t25(!spv.ptr<f32, Uniform>)
  func private @t26(!spv.ptr<f32, Output>)
  func private @t27(!spv.ptr<f32, Workgroup>)
  func private @t28(!spv.ptr<f32, CrossWorkgroup>)
  func private @t29(!spv.ptr<f32, Private>)
  func private @t30(!spv.ptr<f32, Function>)
  func private @t31(!spv.ptr<f32, Generic>)
  func private @t32(!spv.ptr<f32, PushConstant>)
  func private @t33(!spv.ptr<f32, AtomicCounter>)
  func private @t34(!spv.ptr<f32, Image>)
  func private @t35(!spv.ptr<f32, StorageBuffer>)
  func private @t36(!spv.ptr<f32, CallableDataKHR>)
  func private @t37(!spv.ptr<f32, IncomingCallableDataKHR>)
  func private @t38(!spv.ptr<f32, RayPayloadKHR>)
  func private @t39(!spv.ptr<f32, HitAttributeKHR>)
  func private @t40(!spv.ptr<f32, IncomingRayPayloadKHR>)
  func private @t41(!spv.ptr<f32, ShaderRecordBufferKHR>)
  func private @t42(!spv.ptr<f32, PhysicalStorageBuffer>)
  func private @t43(!spv.ptr<f32, CodeSectionINTEL>)
  func private @t44(!spv.ptr<f32, DeviceOnlyINTEL>)
  func private @t45(!spv.ptr<f32, HostOnlyINTEL>)
  func private @t46(!spv.array<4 x f32>)
  func private @t47(!spv.array<4 x f32, stride=16>)
  func private @t48(!spv.array<2 x !spv.array<3 x vector<4xf32>, stride=16>, stride=48>)
  func private @t49(!spv.rtarray<f32>)
  func private @t50(!spv.rtarray<i32, stride=4>)
  func private @t51(!spv.matrix<2 x vector<2xf32>>)
  func private @t52(!spv.matrix<2 x vector<3xf32>>)
  func private @t53(!spv.matrix<2 x vector<4xf32>>)
  func private @t54(!spv.matrix<3 x vector<2xf32>>)
  func private @t55(!spv.matrix<3 x vector<3xf32>>)
  func private @t56(!spv.matrix<3 x vector<4xf32>>)
  func private @t57(!spv.matrix<4 x vector<2xf32>>)
  func private @t58(!spv.matrix<4 x vector<3xf32>>)
  func private @t59(!spv.matrix<4 x vector<4xf32>>)
  func private @t60(!spv.matrix<4 x vector<4xf16>>)
  func private @t61(!spv.matrix<2 x vector<2xf64>>)
  func private @t62(!spv.image<f32, Dim1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t63(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t64(!spv.image<f32, Dim3D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t65(!spv.image<f32, Cube, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t66(!spv.image<f32, Rect, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t67(!spv.image<f32, Buffer, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t68(!spv.image<f32, SubpassData, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t69(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t70(!spv.image<f32, Dim2D, IsDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t71(!spv.image<f32, Dim2D, DepthUnknown, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t72(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t73(!spv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t74(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t75(!spv.image<f32, Dim2D, NoDepth, NonArrayed, MultiSampled, SamplerUnknown, Unknown>)
  func private @t76(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t77(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>)
  func private @t78(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Unknown>)
  func private @t79(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>)
  func private @t80(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba32f>)
  func private @t81(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba16f>)
  func private @t82(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R32f>)
  func private @t83(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba8>)
  func private @t84(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba8Snorm>)
  func private @t85(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg32f>)
  func private @t86(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg16f>)
  func private @t87(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R11fG11fB10f>)
  func private @t88(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R16f>)
  func private @t89(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba16>)
  func private @t90(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgb10A2>)
  func private @t91(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg16>)
  func private @t92(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg8>)
  func private @t93(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R16>)
  func private @t94(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R8>)
  func private @t95(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba16Snorm>)
  func private @t96(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg16Snorm>)
  func private @t97(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg8Snorm>)
  func private @t98(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R16Snorm>)
  func private @t99(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R8Snorm>)
  func private @t100(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba32i>)
  func private @t101(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba16i>)
  func private @t102(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba8i>)
  func private @t103(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R32i>)
  func private @t104(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg32i>)
  func private @t105(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg16i>)
  func private @t106(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg8i>)
  func private @t107(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R16i>)
  func private @t108(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R8i>)
  func private @t109(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba32ui>)
  func private @t110(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba16ui>)
  func private @t111(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgba8ui>)
  func private @t112(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R32ui>)
  func private @t113(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rgb10a2ui>)
  func private @t114(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg32ui>)
  func private @t115(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg16ui>)
  func private @t116(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Rg8ui>)
  func private @t117(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R16ui>)
  func private @t118(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R8ui>)
  func private @t119(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R64ui>)
  func private @t120(!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, R64i>)
  func private @t121(!spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>)
  func private @t122(!spv.sampled_image<!spv.image<i32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>)
  func private @t123(!spv.coopmatrix<8x16xf16, CrossDevice>)
  func private @t124(!spv.coopmatrix<8x16xf16, Device>)
  func private @t125(!spv.coopmatrix<8x16xf16, Workgroup>)
  func private @t126(!spv.coopmatrix<8x16xf16, Subgroup>)
  func private @t127(!spv.coopmatrix<8x16xf16, Invocation>)
  func private @t128(!spv.coopmatrix<8x16xf16, QueueFamily>)
  func private @t129(!spv.coopmatrix<8x16xf16, ShaderCallKHR>)
  func private @t130(!spv.struct<()>)
  func private @t131(!spv.struct<(f32)>)
  func private @t132(!spv.struct<(f32 [0])>)
  func private @t133(!spv.struct<(f32 [0, NonWritable], i32 [4, NonWritable, NonReadable])>)
  func private @t134(!spv.struct<(f32 [NonWritable], i32 [NonReadable])>)
  func private @t135(!spv.struct<(!spv.matrix<3 x vector<3xf32>> [0, ColMajor, MatrixStride=16])>)
  func private @t136(!spv.struct<(!spv.matrix<2 x vector<3xf32>> [0, RowMajor, MatrixStride=16], f32 [32, Volatile])>)
  func private @t137(!spv.struct<(f32, !spv.struct<(i32 [0], f32 [4, Coherent])>)>)
  func private @t138(!spv.struct<(!spv.rtarray<f32, stride=4> [0])>)
  func private @t139(!spv.struct<(f32 [RelaxedPrecision, NoPerspective, Flat, Patch, Centroid, Sample, Invariant, Restrict, Aliased])>)
  func private @t140(!spv.struct<empty, ()>)
  func private @t141(!spv.struct<two, (f32, i32)>)
  func private @t142(!spv.struct<rec, (!spv.ptr<!spv.struct<rec>, StorageBuffer>)>)
  func private @t143(!spv.struct<a, (i32, !spv.ptr<!spv.struct<b, (!spv.ptr<!spv.struct<a>, Uniform>, !spv.ptr<!spv.struct<b>, Uniform>)>, Uniform>)>)
  func private @v0() attributes {x = #spv.vce<v1.0, [], []>}
  func private @v1() attributes {x = #spv.vce<v1.1, [], []>}
  func private @v2() attributes {x = #spv.vce<v1.2, [], []>}
  func private @v3() attributes {x = #spv.vce<v1.3, [], []>}
  func private @v4() attributes {x = #spv.vce<v1.4, [], []>}
  func private @v5() attributes {x = #spv.vce<v1.5, [], []>}
  func private @caps() attributes {x = #spv.vce<v1.5, [Matrix, Addresses, Linkage, Kernel, Float16, Float64, Int64, Groups, Int16, Int8, Sampled1D, SampledBuffer, GroupNonUniform, ShaderLayer, ShaderViewportIndex, SubgroupBallotKHR, SubgroupVoteKHR, StorageBuffer16BitAccess, StoragePushConstant16, StorageInputOutput16, DeviceGroup, AtomicStorageOps, SampleMaskPostDepthCoverage, StorageBuffer8BitAccess, StoragePushConstant8, DenormPreserve, DenormFlushToZero, SignedZeroInfNanPreserve, RoundingModeRTE, RoundingModeRTZ, ImageFootprintNV, FragmentBarycentricNV, ComputeDerivativeGroupQuadsNV, GroupNonUniformPartitionedNV, VulkanMemoryModel, VulkanMemoryModelDeviceScope, ComputeDerivativeGroupLinearNV, BindlessTextureNV, SubgroupShuffleINTEL, SubgroupBufferBlockIOINTEL, SubgroupImageBlockIOINTEL, SubgroupImageMediaBlockIOINTEL, RoundToInfinityINTEL, FloatingPointModeINTEL, FunctionPointersINTEL, IndirectReferencesINTEL, AsmINTEL, AtomicFloat32MinMaxEXT, AtomicFloat64MinMaxEXT, AtomicFloat16MinMaxEXT, VectorAnyINTEL, ExpectAssumeKHR, SubgroupAvcMotionEstimationINTEL, SubgroupAvcMotionEstimationIntraINTEL, SubgroupAvcMotionEstimationChromaINTEL, VariableLengthArrayINTEL, FunctionFloatControlINTEL, FPGAMemoryAttributesINTEL, ArbitraryPrecisionIntegersINTEL, ArbitraryPrecisionFloatingPointINTEL, UnstructuredLoopControlsINTEL, FPGALoopControlsINTEL, KernelAttributesINTEL, FPGAKernelAttributesINTEL, FPGAMemoryAccessesINTEL, FPGAClusterAttributesINTEL, LoopFuseINTEL, FPGABufferLocationINTEL, ArbitraryPrecisionFixedPointINTEL, USMStorageClassesINTEL, IOPipesINTEL, BlockingPipesINTEL, FPGARegINTEL, DotProductInputAllKHR, DotProductInput4x8BitPackedKHR, DotProductKHR, BitInstructions, LongConstantCompositeINTEL, OptNoneINTEL, DebugInfoModuleINTEL, Shader, Vector16, Float16Buffer, Int64Atomics, ImageBasic, Pipes, DeviceEnqueue, LiteralSampler, GenericPointer, Image1D, ImageBuffer, NamedBarrier, GroupNonUniformVote, GroupNonUniformArithmetic, GroupNonUniformBallot, GroupNonUniformShuffle, GroupNonUniformShuffleRelative, GroupNonUniformClustered, GroupNonUniformQuad, StorageUniform16, UniformAndStorageBuffer8BitAccess, UniformTexelBufferArrayDynamicIndexing, VectorComputeINTEL, FPFastMathModeINTEL, DotProductInput4x8BitKHR, Geometry, Tessellation, ImageReadWrite, ImageMipmap, AtomicStorage, ImageGatherExtended, StorageImageMultisample, UniformBufferArrayDynamicIndexing, SampledImageArrayDynamicIndexing, StorageBufferArrayDynamicIndexing, StorageImageArrayDynamicIndexing, ClipDistance, CullDistance, SampleRateShading, SampledRect, InputAttachment, SparseResidency, MinLod, SampledCubeArray, ImageMSArray, StorageImageExtendedFormats, ImageQuery, DerivativeControl, InterpolationFunction, TransformFeedback, StorageImageReadWithoutFormat, StorageImageWriteWithoutFormat, SubgroupDispatch, PipeStorage, FragmentShadingRateKHR, DrawParameters, WorkgroupMemoryExplicitLayoutKHR, WorkgroupMemoryExplicitLayout16BitAccessKHR, MultiView, VariablePointersStorageBuffer, RayQueryProvisionalKHR, RayQueryKHR, RayTracingKHR, Float16ImageAMD, ImageGatherBiasLodAMD, FragmentMaskAMD, StencilExportEXT, ImageReadWriteLodAMD, Int64ImageEXT, ShaderClockKHR, FragmentFullyCoveredEXT, MeshShadingNV, FragmentDensityEXT, ShaderNonUniform, RuntimeDescriptorArray, StorageTexelBufferArrayDynamicIndexing, RayTracingNV, RayTracingMotionBlurNV, PhysicalStorageBufferAddresses, RayTracingProvisionalKHR, CooperativeMatrixNV, FragmentShaderSampleInterlockEXT, FragmentShaderShadingRateInterlockEXT, ShaderSMBuiltinsNV, FragmentShaderPixelInterlockEXT, DemoteToHelperInvocationEXT, IntegerFunctions2INTEL, AtomicFloat32AddEXT, AtomicFloat64AddEXT, AtomicFloat16AddEXT, TessellationPointSize, GeometryPointSize, ImageCubeArray, ImageRect, GeometryStreams, MultiViewport, WorkgroupMemoryExplicitLayout8BitAccessKHR, VariablePointers, RayTraversalPrimitiveCullingKHR, SampleMaskOverrideCoverageNV, GeometryShaderPassthroughNV, PerViewAttributesNV, InputAttachmentArrayDynamicIndexing, UniformBufferArrayNonUniformIndexing, SampledImageArrayNonUniformIndexing, StorageBufferArrayNonUniformIndexing, StorageImageArrayNonUniformIndexing, InputAttachmentArrayNonUniformIndexing, UniformTexelBufferArrayNonUniformIndexing, StorageTexelBufferArrayNonUniformIndexing, ShaderViewportIndexLayerEXT, ShaderViewportMaskNV, ShaderStereoViewNV], []>}
  func private @exts() attributes {x = #spv.vce<v1.0, [Shader], [SPV_KHR_16bit_storage, SPV_KHR_8bit_storage, SPV_KHR_device_group, SPV_KHR_float_controls, SPV_KHR_physical_storage_buffer, SPV_KHR_multiview, SPV_KHR_no_integer_wrap_decoration, SPV_KHR_post_depth_coverage, SPV_KHR_shader_atomic_counter_ops, SPV_KHR_shader_ballot, SPV_KHR_shader_clock, SPV_KHR_shader_draw_parameters, SPV_KHR_storage_buffer_storage_class, SPV_KHR_subgroup_vote, SPV_KHR_variable_pointers, SPV_KHR_vulkan_memory_model, SPV_KHR_expect_assume, SPV_KHR_integer_dot_product, SPV_KHR_bit_instructions, SPV_KHR_fragment_shading_rate, SPV_KHR_workgroup_memory_explicit_layout, SPV_KHR_ray_query, SPV_KHR_ray_tracing, SPV_KHR_subgroup_uniform_control_flow, SPV_KHR_linkonce_odr, SPV_EXT_demote_to_helper_invocation, SPV_EXT_descriptor_indexing, SPV_EXT_fragment_fully_covered, SPV_EXT_fragment_invocation_density, SPV_EXT_fragment_shader_interlock, SPV_EXT_physical_storage_buffer, SPV_EXT_shader_stencil_export, SPV_EXT_shader_viewport_index_layer, SPV_EXT_shader_atomic_float_add, SPV_EXT_shader_atomic_float_min_max, SPV_EXT_shader_image_int64, SPV_EXT_shader_atomic_float16_add, SPV_AMD_gpu_shader_half_float_fetch, SPV_AMD_shader_ballot, SPV_AMD_shader_explicit_vertex_parameter, SPV_AMD_shader_fragment_mask, SPV_AMD_shader_image_load_store_lod, SPV_AMD_texture_gather_bias_lod, SPV_GOOGLE_decorate_string, SPV_GOOGLE_hlsl_functionality1, SPV_GOOGLE_user_type, SPV_INTEL_device_side_avc_motion_estimation, SPV_INTEL_media_block_io, SPV_INTEL_shader_integer_functions2, SPV_INTEL_subgroups, SPV_INTEL_float_controls2, SPV_INTEL_function_pointers, SPV_INTEL_inline_assembly, SPV_INTEL_vector_compute, SPV_INTEL_variable_length_array, SPV_INTEL_fpga_memory_attributes, SPV_INTEL_arbitrary_precision_integers, SPV_INTEL_arbitrary_precision_floating_point, SPV_INTEL_unstructured_loop_controls, SPV_INTEL_fpga_loop_controls, SPV_INTEL_kernel_attributes, SPV_INTEL_fpga_memory_accesses, SPV_INTEL_fpga_cluster_attributes, SPV_INTEL_loop_fuse, SPV_INTEL_fpga_buffer_location, SPV_INTEL_arbitrary_precision_fixed_point, SPV_INTEL_usm_storage_classes, SPV_INTEL_io_pipes, SPV_INTEL_blocking_pipes, SPV_INTEL_fpga_reg, SPV_INTEL_long_constant_composite, SPV_INTEL_optnone, SPV_INTEL_debug_module, SPV_INTEL_fp_fast_math_mode, SPV_NV_compute_shader_derivatives, SPV_NV_cooperative_matrix, SPV_NV_fragment_shader_barycentric, SPV_NV_geometry_shader_passthrough, SPV_NV_mesh_shader, SPV_NV_ray_tracing, SPV_NV_sample_mask_override_coverage, SPV_NV_shader_image_footprint, SPV_NV_shader_sm_builtins, SPV_NV_shader_subgroup_partitioned, SPV_NV_shading_rate, SPV_NV_stereo_view_rendering, SPV_NV_viewport_array2, SPV_NV_bindless_texture, SPV_NV_ray_tracing_motion_blur, SPV_NVX_multiview_per_view_attributes]>}
  func private @vendorAMD() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, AMD, {}>}
  func private @vendorARM() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, ARM, {}>}
  func private @vendorImagination() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, Imagination, {}>}
  func private @vendorIntel() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, Intel, {}>}
  func private @vendorNVIDIA() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, NVIDIA, {}>}
  func private @vendorQualcomm() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, Qualcomm, {}>}
  func private @vendorSwiftShader() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, SwiftShader, {}>}
  func private @vendorUnknown() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, {}>}
  func private @deviceCPU() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, NVIDIA:CPU:1234, {}>}
  func private @deviceDiscreteGPU() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, NVIDIA:DiscreteGPU:1234, {}>}
  func private @deviceIntegratedGPU() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, NVIDIA:IntegratedGPU:1234, {}>}
  func private @deviceOther() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, NVIDIA:Other:1234, {}>}
  func private @limits() attributes {x = #spv.target_env<#spv.vce<v1.0, [Shader], []>, {max_compute_workgroup_invocations = 128 : i32, max_compute_workgroup_size = dense<[128, 128, 64]> : vector<3xi32>}>}
  func @abi0(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 0), UniformConstant>}) {
    return
  }
  func @abi1(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 1), Input>}) {
    return
  }
  func @abi2(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 2), Uniform>}) {
    return
  }
  func @abi3(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 3), Output>}) {
    return
  }
  func @abi4(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 4), Workgroup>}) {
    return
  }
  func @abi5(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 5), CrossWorkgroup>}) {
    return
  }
  func @abi6(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 6), Private>}) {
    return
  }
  func @abi7(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 7), Function>}) {
    return
  }
  func @abi8(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 8), Generic>}) {
    return
  }
  func @abi9(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 9), PushConstant>}) {
    return
  }
  func @abi10(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 10), AtomicCounter>}) {
    return
  }
  func @abi11(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 11), Image>}) {
    return
  }
  func @abi12(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 12), StorageBuffer>}) {
    return
  }
  func @abi13(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 13), CallableDataKHR>}) {
    return
  }
  func @abi14(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 14), IncomingCallableDataKHR>}) {
    return
  }
  func @abi15(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 15), RayPayloadKHR>}) {
    return
  }
  func @abi16(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 16), HitAttributeKHR>}) {
    return
  }
  func @abi17(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 17), IncomingRayPayloadKHR>}) {
    return
  }
  func @abi18(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 18), ShaderRecordBufferKHR>}) {
    return
  }
  func @abi19(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 19), PhysicalStorageBuffer>}) {
    return
  }
  func @abi20(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 20), CodeSectionINTEL>}) {
    return
  }
  func @abi21(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 21), DeviceOnlyINTEL>}) {
    return
  }
  func @abi22(%arg0: f32 {spv.interface_var_abi = #spv.interface_var_abi<(0, 22), HostOnlyINTEL>}) {
    return
  }
  func @abi(%arg0: !spv.ptr<f32, StorageBuffer> {spv.interface_var_abi = #spv.interface_var_abi<(3, 4)>}) {
    return
  }
  func private @entry() attributes {spv.entry_point_abi = {local_size = dense<[32, 1, 1]> : vector<3xi32>}}
  spv.module @m_Logical_Simple Logical Simple {
  }
  spv.module @m_Logical_GLSL450 Logical GLSL450 {
  }
  spv.module @m_Logical_OpenCL Logical OpenCL {
  }
  spv.module @m_Logical_Vulkan Logical Vulkan {
  }
  spv.module @m_Physical32_Simple Physical32 Simple {
  }
  spv.module @m_Physical32_GLSL450 Physical32 GLSL450 {
  }
  spv.module @m_Physical32_OpenCL Physical32 OpenCL {
  }
  spv.module @m_Physical32_Vulkan Physical32 Vulkan {
  }
  spv.module @m_Physical64_Simple Physical64 Simple {
  }
  spv.module @m_Physical64_GLSL450 Physical64 GLSL450 {
  }
  spv.module @m_Physical64_OpenCL Physical64 OpenCL {
  }
  spv.module @m_Physical64_Vulkan Physical64 Vulkan {
  }
  spv.module @m_PhysicalStorageBuffer64_Simple PhysicalStorageBuffer64 Simple {
  }
  spv.module @m_PhysicalStorageBuffer64_GLSL450 PhysicalStorageBuffer64 GLSL450 {
  }
  spv.module @m_PhysicalStorageBuffer64_OpenCL PhysicalStorageBuffer64 OpenCL {
  }
  spv.module @m_PhysicalStorageBuffer64_Vulkan PhysicalStorageBuffer64 Vulkan {
  }
  spv.module @all Logical Vulkan requires #spv.vce<v1.5, [Shader, Linkage], [SPV_KHR_vulkan_memory_model]> attributes {foo = 1 : i32} {
    spv.GlobalVariable @b0 built_in("Position") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b1 built_in("PointSize") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b2 built_in("ClipDistance") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b3 built_in("CullDistance") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b4 built_in("VertexId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b5 built_in("InstanceId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b6 built_in("PrimitiveId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b7 built_in("InvocationId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b8 built_in("Layer") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b9 built_in("ViewportIndex") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b10 built_in("TessLevelOuter") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b11 built_in("TessLevelInner") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b12 built_in("TessCoord") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b13 built_in("PatchVertices") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b14 built_in("FragCoord") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b15 built_in("PointCoord") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b16 built_in("FrontFacing") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b17 built_in("SampleId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b18 built_in("SamplePosition") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b19 built_in("SampleMask") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b20 built_in("FragDepth") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b21 built_in("HelperInvocation") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b22 built_in("NumWorkgroups") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b23 built_in("WorkgroupSize") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b24 built_in("WorkgroupId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b25 built_in("LocalInvocationId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b26 built_in("GlobalInvocationId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b27 built_in("LocalInvocationIndex") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b28 built_in("WorkDim") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b29 built_in("GlobalSize") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b30 built_in("EnqueuedWorkgroupSize") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b31 built_in("GlobalOffset") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b32 built_in("GlobalLinearId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b33 built_in("SubgroupSize") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b34 built_in("SubgroupMaxSize") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b35 built_in("NumSubgroups") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b36 built_in("NumEnqueuedSubgroups") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b37 built_in("SubgroupId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b38 built_in("SubgroupLocalInvocationId") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b39 built_in("VertexIndex") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b40 built_in("InstanceIndex") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b41 built_in("SubgroupEqMask") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b42 built_in("SubgroupGeMask") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b43 built_in("SubgroupGtMask") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b44 built_in("SubgroupLeMask") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b45 built_in("SubgroupLtMask") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b46 built_in("BaseVertex") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b47 built_in("BaseInstance") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b48 built_in("DrawIndex") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b49 built_in("PrimitiveShadingRateKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b50 built_in("DeviceIndex") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b51 built_in("ViewIndex") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b52 built_in("ShadingRateKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b53 built_in("BaryCoordNoPerspAMD") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b54 built_in("BaryCoordNoPerspCentroidAMD") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b55 built_in("BaryCoordNoPerspSampleAMD") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b56 built_in("BaryCoordSmoothAMD") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b57 built_in("BaryCoordSmoothCentroidAMD") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b58 built_in("BaryCoordSmoothSampleAMD") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b59 built_in("BaryCoordPullModelAMD") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b60 built_in("FragStencilRefEXT") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b61 built_in("ViewportMaskNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b62 built_in("SecondaryPositionNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b63 built_in("SecondaryViewportMaskNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b64 built_in("PositionPerViewNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b65 built_in("ViewportMaskPerViewNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b66 built_in("FullyCoveredEXT") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b67 built_in("TaskCountNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b68 built_in("PrimitiveCountNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b69 built_in("PrimitiveIndicesNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b70 built_in("ClipDistancePerViewNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b71 built_in("CullDistancePerViewNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b72 built_in("LayerPerViewNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b73 built_in("MeshViewCountNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b74 built_in("MeshViewIndicesNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b75 built_in("BaryCoordNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b76 built_in("BaryCoordNoPerspNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b77 built_in("FragSizeEXT") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b78 built_in("FragInvocationCountEXT") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b79 built_in("LaunchIdKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b80 built_in("LaunchSizeKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b81 built_in("WorldRayOriginKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b82 built_in("WorldRayDirectionKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b83 built_in("ObjectRayOriginKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b84 built_in("ObjectRayDirectionKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b85 built_in("RayTminKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b86 built_in("RayTmaxKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b87 built_in("InstanceCustomIndexKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b88 built_in("ObjectToWorldKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b89 built_in("WorldToObjectKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b90 built_in("HitTNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b91 built_in("HitKindKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b92 built_in("CurrentRayTimeNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b93 built_in("IncomingRayFlagsKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b94 built_in("RayGeometryIndexKHR") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b95 built_in("WarpsPerSMNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b96 built_in("SMCountNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b97 built_in("WarpIDNV") : !spv.ptr<f32, Input>
    spv.GlobalVariable @b98 built_in("SMIDNV") : !spv.ptr<f32, Input>
    spv.func @main() "None" {
      spv.Return
    }
    spv.EntryPoint "Vertex" @main
    spv.EntryPoint "TessellationControl" @main
    spv.EntryPoint "TessellationEvaluation" @main
    spv.EntryPoint "Geometry" @main
    spv.EntryPoint "Fragment" @main
    spv.EntryPoint "GLCompute" @main
    spv.EntryPoint "Kernel" @main
    spv.EntryPoint "TaskNV" @main
    spv.EntryPoint "MeshNV" @main
    spv.EntryPoint "RayGenerationKHR" @main
    spv.EntryPoint "IntersectionKHR" @main
    spv.EntryPoint "AnyHitKHR" @main
    spv.EntryPoint "ClosestHitKHR" @main
    spv.EntryPoint "MissKHR" @main
    spv.EntryPoint "CallableKHR" @main
    spv.ExecutionMode @main "Invocations", 1
    spv.ExecutionMode @main "SpacingEqual"
    spv.ExecutionMode @main "SpacingFractionalEven"
    spv.ExecutionMode @main "SpacingFractionalOdd"
    spv.ExecutionMode @main "VertexOrderCw"
    spv.ExecutionMode @main "VertexOrderCcw"
    spv.ExecutionMode @main "PixelCenterInteger"
    spv.ExecutionMode @main "OriginUpperLeft"
    spv.ExecutionMode @main "OriginLowerLeft"
    spv.ExecutionMode @main "EarlyFragmentTests"
    spv.ExecutionMode @main "PointMode"
    spv.ExecutionMode @main "Xfb"
    spv.ExecutionMode @main "DepthReplacing"
    spv.ExecutionMode @main "DepthGreater"
    spv.ExecutionMode @main "DepthLess"
    spv.ExecutionMode @main "DepthUnchanged"
    spv.ExecutionMode @main "LocalSize", 1, 2, 3
    spv.ExecutionMode @main "LocalSizeHint", 1, 2, 3
    spv.ExecutionMode @main "InputPoints"
    spv.ExecutionMode @main "InputLines"
    spv.ExecutionMode @main "InputLinesAdjacency"
    spv.ExecutionMode @main "Triangles"
    spv.ExecutionMode @main "InputTrianglesAdjacency"
    spv.ExecutionMode @main "Quads"
    spv.ExecutionMode @main "Isolines"
    spv.ExecutionMode @main "OutputVertices", 1
    spv.ExecutionMode @main "OutputPoints"
    spv.ExecutionMode @main "OutputLineStrip"
    spv.ExecutionMode @main "OutputTriangleStrip"
    spv.ExecutionMode @main "VecTypeHint", 1
    spv.ExecutionMode @main "ContractionOff"
    spv.ExecutionMode @main "Initializer"
    spv.ExecutionMode @main "Finalizer"
    spv.ExecutionMode @main "SubgroupSize", 1
    spv.ExecutionMode @main "SubgroupsPerWorkgroup", 1
    spv.ExecutionMode @main "SubgroupUniformControlFlowKHR"
    spv.ExecutionMode @main "PostDepthCoverage"
    spv.ExecutionMode @main "DenormPreserve", 1
    spv.ExecutionMode @main "DenormFlushToZero", 1
    spv.ExecutionMode @main "SignedZeroInfNanPreserve", 1
    spv.ExecutionMode @main "RoundingModeRTE", 1
    spv.ExecutionMode @main "RoundingModeRTZ", 1
    spv.ExecutionMode @main "StencilRefReplacingEXT"
    spv.ExecutionMode @main "OutputLinesNV"
    spv.ExecutionMode @main "OutputPrimitivesNV", 1
    spv.ExecutionMode @main "DerivativeGroupQuadsNV"
    spv.ExecutionMode @main "DerivativeGroupLinearNV"
    spv.ExecutionMode @main "OutputTrianglesNV"
    spv.ExecutionMode @main "PixelInterlockOrderedEXT"
    spv.ExecutionMode @main "PixelInterlockUnorderedEXT"
    spv.ExecutionMode @main "SampleInterlockOrderedEXT"
    spv.ExecutionMode @main "SampleInterlockUnorderedEXT"
    spv.ExecutionMode @main "ShadingRateInterlockOrderedEXT"
    spv.ExecutionMode @main "ShadingRateInterlockUnorderedEXT"
    spv.ExecutionMode @main "SharedLocalMemorySizeINTEL", 1
    spv.ExecutionMode @main "RoundingModeRTPINTEL", 1
    spv.ExecutionMode @main "RoundingModeRTNINTEL", 1
    spv.ExecutionMode @main "FloatingPointModeALTINTEL", 1
    spv.ExecutionMode @main "FloatingPointModeIEEEINTEL", 1
    spv.ExecutionMode @main "MaxWorkgroupSizeINTEL", 1, 2, 3
    spv.ExecutionMode @main "MaxWorkDimINTEL", 1
    spv.ExecutionMode @main "NoGlobalOffsetINTEL"
    spv.ExecutionMode @main "NumSIMDWorkitemsINTEL", 1
    spv.ExecutionMode @main "SchedulerTargetFmaxMhzINTEL", 1
    spv.func @f0() "Inline" {
      spv.Return
    }
    spv.func @f1() "DontInline" {
      spv.Return
    }
    spv.func @f2() "Pure" {
      spv.Return
    }
    spv.func @f3() "Const" {
      spv.Return
    }
    spv.func @f4() "Inline|Pure" {
      spv.Return
    }
    spv.func @access(%arg0: !spv.ptr<f32, Workgroup>, %arg1: !spv.sampled_image<!spv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>>, %arg2: vector<4xf32>, %arg3: f32) "None" {
      %0 = spv.Load "Workgroup" %arg0 ["None"] : f32
      %1 = spv.Load "Workgroup" %arg0 ["Volatile"] : f32
      %2 = spv.Load "Workgroup" %arg0 ["Nontemporal"] : f32
      %3 = spv.Load "Workgroup" %arg0 ["Volatile|Nontemporal"] : f32
      %4 = spv.Load "Workgroup" %arg0 ["NonPrivatePointer"] : f32
      spv.Return
    }
  }
}
