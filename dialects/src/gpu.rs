//! The `gpu` dialect: kernels, their launch, and queries of the device

use crate::enums::{
    ALL_REDUCE, BARRIER_SCOPE, BROADCAST, BroadcastType, DIMENSION, MMA_ELEMENTWISE, PRUNE, SHUFFLE, SPGEMM,
    TRANSPOSE,
};
use crate::generic_form::with_gpu_enumerants;
use crate::gpu_binary;
use crate::hints;
use crate::since;
use crate::spec::{Class::*, View, ops};
use crate::text::*;
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::dialect::{NO_OPCODE, ParamDef, ParamDefId, Traits};
use spv_ir::dialect::{SYMBOL_SLOT, TYPE_SLOT};
use spv_ir::symbols::name_of;
use spv_ir::text::type_text::type_text;
use spv_ir::text::*;
use spv_ir::types::TypeData;
use spv_ir::{AttrData, Attribute, Body, Context, FloatKind, Ident, Op, Type, Value, print_signature};

const PURE: Traits = Traits::PURE;
const END: Traits = Traits::TERMINATOR;
const CONVERGENT: Traits = Traits::CONVERGENT;
const DEPENDS: &str = "asyncDependencies=!gpu.async.token";
const SPARSE: &str =
    "asyncDependencies=!gpu.async.token;rows=index;cols=index;nnz=index;result=!gpu.sparse.spmat_handle";
const PRODUCT: &str = "asyncDependencies=!gpu.async.token;spmatA=!gpu.sparse.spmat_handle;dnmatB=!gpu.sparse.dntensor_handle;dnmatC=!gpu.sparse.dntensor_handle";
const DIM: &str = "before24(` `) $dimension (`upper_bound` $upper_bound^)? attr-dict";

ops! {
    Module = "gpu.module" None [sym_name: String, targets: OptionalAttr] {
        traits: Traits::ISOLATED.union(Traits::SYMBOL).union(Traits::SYMBOL_TABLE).union(Traits::NO_TERMINATOR),
        custom: Some((parse_module, print_module)),
    }
    Func = "gpu.func" None [sym_name: String, function_type: Type, workgroup_attributions: OptionalNumber, private_attributions: OptionalNumber] {
        traits: Traits::ISOLATED.union(Traits::SYMBOL).union(Traits::FUNCTION), custom: Some((parse_func, print_func)),
        verify: Some(verify_func),
    }
    Binary = "gpu.binary" None [sym_name: String, offloadingHandler: OptionalAttr, objects: Attr] {
        traits: Traits::SYMBOL, custom: Some((gpu_binary::parse, gpu_binary::print)),
    }
    ModuleEnd = "gpu.module_end" None [] { traits: END, format: "attr-dict" }
    Return = "gpu.return" None [operands: Values(Any)] { traits: END, parents: &[Func::NAME], format: "attr-dict ($operands^ `:` type($operands))?" }
    Terminator = "gpu.terminator" None [] { traits: END, parents: &[Launch::NAME], format: "attr-dict" }
    Yield = "gpu.yield" None [values: Values(Any)] { traits: END, format: "attr-dict ($values^ `:` type($values))?" }
    ThreadId = "gpu.thread_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    BlockId = "gpu.block_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    BlockDim = "gpu.block_dim" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    GridDim = "gpu.grid_dim" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    GlobalId = "gpu.global_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    ClusterId = "gpu.cluster_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    ClusterDim = "gpu.cluster_dim" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    ClusterDimBlocks = "gpu.cluster_dim_blocks" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    ClusterBlockId = "gpu.cluster_block_id" One [dimension: Enum(&DIMENSION), upper_bound: OptionalIndex] { traits: PURE, format: DIM, rules: "result=index", hint: Some(hints::dimension) }
    LaneId = "gpu.lane_id" One [upper_bound: OptionalIndex] { traits: PURE, format: "(`upper_bound` $upper_bound^)? attr-dict", rules: "result=index" }
    SubgroupId = "gpu.subgroup_id" One [upper_bound: OptionalIndex] { traits: PURE, format: "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)" }
    NumSubgroups = "gpu.num_subgroups" One [upper_bound: OptionalIndex] { traits: PURE, format: "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)" }
    SubgroupSize = "gpu.subgroup_size" One [upper_bound: OptionalIndex] { traits: PURE, format: "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)" }
    Barrier = "gpu.barrier" None [address_spaces: OptionalAttr, scope: OptionalBracketed(&BARRIER_SCOPE)] {
        traits: CONVERGENT, format: "since24((`memfence` $address_spaces^)? (`scope` $scope^)?) attr-dict",
    }
    Shuffle = "gpu.shuffle" Any [mode: Enum(&SHUFFLE), value: Value(Any), offset: Value(Any), width: Value(Any)] {
        traits: CONVERGENT, hint: Some(hints::shuffle), rules: "result=value;offset=i32;width=i32;result1=i1",
        format: "before24(` `) $mode $value `,` $offset `,` $width attr-dict `:` type($value)",
    }
    Rotate = "gpu.rotate" Any [value: Value(Any), offset: OptionalWord, width: OptionalWord] {
        traits: CONVERGENT, hint: Some(hints::rotate), rules: "result=value;result1=i1", verify: Some(verify_rotate),
        format: "$value `,` $offset `,` $width attr-dict `:` type($value)",
    }
    SubgroupBroadcast = "gpu.subgroup_broadcast" One [src: Value(Any), lane: Optional(Any), broadcast_type: Enum(&BROADCAST)] {
        traits: CONVERGENT, rules: "result=src;lane=i32", verify: Some(verify_broadcast),
        format: "$src `,` ` ` ` ` $broadcast_type ($lane^)? attr-dict `:` type($src)",
    }
    AllReduce = "gpu.all_reduce" One [value: Value(Any), op: OptionalEnum(&ALL_REDUCE), uniform: Unit] {
        traits: CONVERGENT, regions: 1, optional_region: Some(0), custom: Some((parse_all_reduce, print_all_reduce)), rules: "result=value",
        check: Some(check_all_reduce),
    }
    SubgroupReduce = "gpu.subgroup_reduce" One [
        value: Value(Any), op: Enum(&ALL_REDUCE), uniform: Unit, cluster_size: OptionalWord, cluster_stride: OptionalWord,
    ] {
        traits: CONVERGENT, rules: "result=value", verify: Some(verify_subgroup_reduce),
        format: "before24(` `) $op $value (`uniform` $uniform^)? (`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? attr-dict `:` functional-type(operands, results)",
    }
    Printf = "gpu.printf" None [format: String, args: Values(Any)] {
        custom: Some((parse_printf, print_printf)),
    }
    DynamicSharedMemory = "gpu.dynamic_shared_memory" One [] { traits: PURE, format: "attr-dict `:` type($result)" }
    Launch = "gpu.launch" Any [
        asyncDependencies: Values(Any), gridSizeX: Value(IntOrIndex), gridSizeY: Value(IntOrIndex),
        gridSizeZ: Value(IntOrIndex), blockSizeX: Value(IntOrIndex), blockSizeY: Value(IntOrIndex),
        blockSizeZ: Value(IntOrIndex), clusterSizeX: Optional(IntOrIndex), clusterSizeY: Optional(IntOrIndex),
        clusterSizeZ: Optional(IntOrIndex), dynamicSharedMemorySize: Optional(Any), operandSegmentSizes: Segments,
        workgroup_attributions: OptionalNumber,
    ] { regions: 1, custom: Some((parse_launch, print_launch)), rules: DEPENDS, verify: Some(verify_launch) }
    LaunchFunc = "gpu.launch_func" Any [
        kernel: Symbol, asyncDependencies: Values(Any), gridSizeX: Value(IntOrIndex), gridSizeY: Value(IntOrIndex),
        gridSizeZ: Value(IntOrIndex), blockSizeX: Value(IntOrIndex), blockSizeY: Value(IntOrIndex),
        blockSizeZ: Value(IntOrIndex), clusterSizeX: Optional(IntOrIndex), clusterSizeY: Optional(IntOrIndex),
        clusterSizeZ: Optional(IntOrIndex), dynamicSharedMemorySize: Optional(Any), kernelOperands: Values(Any),
        asyncObject: Optional(Any), operandSegmentSizes: Segments,
    ] {
        rules: "asyncDependencies=!gpu.async.token;dynamicSharedMemorySize=i32",
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) (`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel (`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? `blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` custom<LaunchDimType>(type($gridSizeX), type($gridSizeY), type($gridSizeZ), type($blockSizeX), type($blockSizeY), type($blockSizeZ), type($clusterSizeX), type($clusterSizeY), type($clusterSizeZ)) (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? custom<LaunchFuncOperands>($kernelOperands) attr-dict",
    }
    Wait = "gpu.wait" Any [asyncDependencies: Values(Any)] { rules: DEPENDS, format: "custom<AsyncDependencies>(type($result), $asyncDependencies) attr-dict" }
    Alloc = "gpu.alloc" Any [
        asyncDependencies: Values(Any), dynamicSizes: Values(Index), symbolOperands: Values(Index), hostShared: Unit, operandSegmentSizes: Segments,
    ] {
        hint: Some(hints::memref_token), rules: "asyncDependencies=!gpu.async.token;dynamicSizes=index;symbolOperands=index",
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) (` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($result)",
    }
    Dealloc = "gpu.dealloc" Any [asyncDependencies: Values(Any), memref: Value(MemRef)] {
        rules: DEPENDS, format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $memref attr-dict `:` type($memref)",
    }
    Memcpy = "gpu.memcpy" Any [asyncDependencies: Values(Any), dst: Value(MemRef), src: Value(MemRef)] {
        rules: DEPENDS,
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $dst `,` $src `:` type($dst) `,` type($src) attr-dict",
    }
    Memset = "gpu.memset" Any [asyncDependencies: Values(Any), dst: Value(MemRef), value: Value(Any)] {
        rules: DEPENDS,
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $dst `,` $value `:` type($dst) `,` type($value) attr-dict",
    }
    CreateDnTensor = "gpu.create_dn_tensor" Any [asyncDependencies: Values(Any), memref: Value(MemRef), dims: Values(Index), operandSegmentSizes: Segments] {
        hint: Some(hints::dense_tensor_token), rules: "asyncDependencies=!gpu.async.token;result=!gpu.sparse.dntensor_handle",
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) $memref `,` $dims attr-dict `:` type($dims) `into` type($memref)",
    }
    DestroyDnTensor = "gpu.destroy_dn_tensor" Any [asyncDependencies: Values(Any), dnTensor: Value(Any)] {
        rules: "asyncDependencies=!gpu.async.token;dnTensor=!gpu.sparse.dntensor_handle",
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $dnTensor attr-dict",
    }
    CreateCoo = "gpu.create_coo" Any [
        asyncDependencies: Values(Any), rows: Value(Index), cols: Value(Index), nnz: Value(Index), rowIdxs: Value(MemRef), colIdxs: Value(MemRef), values: Value(MemRef),
    ] {
        hint: Some(hints::matrix_token), rules: SPARSE,
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict `:` type($rowIdxs) `,` type($colIdxs) `,` type($values)",
    }
    CreateCooAoS = "gpu.create_coo_aos" Any [
        asyncDependencies: Values(Any), rows: Value(Index), cols: Value(Index), nnz: Value(Index), idxs: Value(MemRef), values: Value(MemRef),
    ] {
        hint: Some(hints::matrix_token), rules: SPARSE,
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict `:` type($idxs) `,` type($values)",
    }
    CreateCsr = "gpu.create_csr" Any [
        asyncDependencies: Values(Any), rows: Value(Index), cols: Value(Index), nnz: Value(Index), rowPos: Value(MemRef), colIdxs: Value(MemRef), values: Value(MemRef),
    ] {
        hint: Some(hints::matrix_token), rules: SPARSE,
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict `:` type($rowPos) `,` type($colIdxs) `,` type($values)",
    }
    CreateCsc = "gpu.create_csc" Any [
        asyncDependencies: Values(Any), rows: Value(Index), cols: Value(Index), nnz: Value(Index), colPos: Value(MemRef), rowIdxs: Value(MemRef), values: Value(MemRef),
    ] {
        hint: Some(hints::matrix_token), rules: SPARSE,
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) $rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict `:` type($colPos) `,` type($rowIdxs) `,` type($values)",
    }
    CreateBsr = "gpu.create_bsr" Any [
        asyncDependencies: Values(Any), brows: Value(Index), bcols: Value(Index), bnnz: Value(Index), rBlockSize: Value(Index), cBlockSize: Value(Index),
        bRowPos: Value(MemRef), bColIdxs: Value(MemRef), values: Value(MemRef),
    ] {
        hint: Some(hints::matrix_token), rules: "asyncDependencies=!gpu.async.token;brows=index;bcols=index;bnnz=index;rBlockSize=index;cBlockSize=index;result=!gpu.sparse.spmat_handle",
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) $brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` $bRowPos `,` $bColIdxs `,` $values attr-dict `:` type($bRowPos) `,` type($bColIdxs) `,` type($values)",
    }
    Create2To4SpMat = "gpu.create_2to4_spmat" Any [asyncDependencies: Values(Any), rows: Value(Index), cols: Value(Index), memref: Value(MemRef), pruneFlag: Enum(&PRUNE)] {
        hint: Some(hints::pruned_matrix_token), rules: "asyncDependencies=!gpu.async.token;rows=index;cols=index;result=!gpu.sparse.spmat_handle",
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) `{` ` ` $pruneFlag `}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)",
    }
    DestroySpMat = "gpu.destroy_sp_mat" Any [asyncDependencies: Values(Any), spmat: Value(Any)] {
        rules: "asyncDependencies=!gpu.async.token;spmat=!gpu.sparse.spmat_handle",
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $spmat attr-dict",
    }
    SpMVBufferSize = "gpu.spmv_buffer_size" Any [
        asyncDependencies: Values(Any), spmatA: Value(Any), dnX: Value(Any), dnY: Value(Any), modeA: DefaultEnum(&TRANSPOSE), computeType: Type,
    ] {
        hint: Some(hints::buffer_size_token), rules: "asyncDependencies=!gpu.async.token;spmatA=!gpu.sparse.spmat_handle;dnX=!gpu.sparse.dntensor_handle;dnY=!gpu.sparse.dntensor_handle;result=index",
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) $spmatA (`{` ` ` $modeA^ `}`)? `,` $dnX `,` $dnY attr-dict `into` $computeType",
    }
    SpMV = "gpu.spmv" Any [
        asyncDependencies: Values(Any), spmatA: Value(Any), dnX: Value(Any), dnY: Value(Any), buffer: Value(MemRef), modeA: DefaultEnum(&TRANSPOSE), computeType: Type,
    ] {
        rules: "asyncDependencies=!gpu.async.token;spmatA=!gpu.sparse.spmat_handle;dnX=!gpu.sparse.dntensor_handle;dnY=!gpu.sparse.dntensor_handle",
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $spmatA (`{` ` ` $modeA^ `}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
    }
    SpMMBufferSize = "gpu.spmm_buffer_size" Any [
        asyncDependencies: Values(Any), spmatA: Value(Any), dnmatB: Value(Any), dnmatC: Value(Any), modeA: DefaultEnum(&TRANSPOSE), modeB: DefaultEnum(&TRANSPOSE), computeType: Type,
    ] {
        hint: Some(hints::buffer_sizes_token), rules: PRODUCT,
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $spmatA (`{` ` ` $modeA^ `}`)? `,` $dnmatB (`{` ` ` $modeB^ `}`)? `,` $dnmatC attr-dict `:` custom<BufferSizeTypes>(type(results)) `into` $computeType",
    }
    SpMM = "gpu.spmm" Any [
        asyncDependencies: Values(Any), spmatA: Value(Any), dnmatB: Value(Any), dnmatC: Value(Any), buffers: Values(MemRef),
        modeA: DefaultEnum(&TRANSPOSE), modeB: DefaultEnum(&TRANSPOSE), computeType: Type, operandSegmentSizes: Segments,
    ] {
        rules: PRODUCT,
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $spmatA (`{` ` ` $modeA^ `}`)? `,` $dnmatB (`{` ` ` $modeB^ `}`)? `,` $dnmatC `,` $buffers attr-dict `:` type($buffers) `into` $computeType",
    }
    SDDMMBufferSize = "gpu.sddmm_buffer_size" Any [
        asyncDependencies: Values(Any), dnmatA: Value(Any), dnmatB: Value(Any), spmatC: Value(Any), modeA: DefaultEnum(&TRANSPOSE), modeB: DefaultEnum(&TRANSPOSE), computeType: Type,
    ] {
        hint: Some(hints::buffer_size_token), rules: "asyncDependencies=!gpu.async.token;dnmatA=!gpu.sparse.dntensor_handle;dnmatB=!gpu.sparse.dntensor_handle;spmatC=!gpu.sparse.spmat_handle;result=index",
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) $dnmatA (`{` ` ` $modeA^ `}`)? `,` $dnmatB (`{` ` ` $modeB^ `}`)? `,` $spmatC attr-dict `into` $computeType",
    }
    SDDMM = "gpu.sddmm" Any [
        asyncDependencies: Values(Any), dnmatA: Value(Any), dnmatB: Value(Any), spmatC: Value(Any), buffer: Value(MemRef),
        modeA: DefaultEnum(&TRANSPOSE), modeB: DefaultEnum(&TRANSPOSE), computeType: Type,
    ] {
        rules: "asyncDependencies=!gpu.async.token;dnmatA=!gpu.sparse.dntensor_handle;dnmatB=!gpu.sparse.dntensor_handle;spmatC=!gpu.sparse.spmat_handle",
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $dnmatA (`{` ` ` $modeA^ `}`)? `,` $dnmatB (`{` ` ` $modeB^ `}`)? `,` $spmatC `,` $buffer attr-dict `:` type($buffer) `into` $computeType",
    }
    SpGEMMCreateDescr = "gpu.spgemm_create_descr" Any [asyncDependencies: Values(Any)] {
        hint: Some(hints::descriptor_token), rules: "asyncDependencies=!gpu.async.token;result=!gpu.sparse.spgemmop_handle",
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) attr-dict",
    }
    SpGEMMDestroyDescr = "gpu.spgemm_destroy_descr" Any [asyncDependencies: Values(Any), desc: Value(Any)] {
        rules: "asyncDependencies=!gpu.async.token;desc=!gpu.sparse.spgemmop_handle",
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $desc attr-dict",
    }
    SpGEMMWorkEstimationOrCompute = "gpu.spgemm_work_estimation_or_compute" Any [
        asyncDependencies: Values(Any), desc: Value(Any), spmatA: Value(Any), spmatB: Value(Any), spmatC: Value(Any), bufferSz: Value(Index), buffer: Value(MemRef),
        modeA: DefaultEnum(&TRANSPOSE), modeB: DefaultEnum(&TRANSPOSE), computeType: Type, kind: Enum(&SPGEMM),
    ] {
        hint: Some(hints::new_buffer_size_token), rules: "asyncDependencies=!gpu.async.token;desc=!gpu.sparse.spgemmop_handle;spmatA=!gpu.sparse.spmat_handle;spmatB=!gpu.sparse.spmat_handle;spmatC=!gpu.sparse.spmat_handle;bufferSz=index;result=index",
        format: "custom<AsyncDependencies>(type($result1), $asyncDependencies) `{` ` ` $kind `}` $spmatA (`{` ` ` $modeA^ `}`)? `,` $spmatB (`{` ` ` $modeB^ `}`)? `,` $spmatC `,` $desc `,` $bufferSz `,` $buffer attr-dict `:` $computeType `into` type($buffer)",
    }
    SpGEMMCopy = "gpu.spgemm_copy" Any [
        asyncDependencies: Values(Any), desc: Value(Any), spmatA: Value(Any), spmatB: Value(Any), spmatC: Value(Any),
        modeA: DefaultEnum(&TRANSPOSE), modeB: DefaultEnum(&TRANSPOSE), computeType: Type,
    ] {
        rules: "asyncDependencies=!gpu.async.token;desc=!gpu.sparse.spgemmop_handle;spmatA=!gpu.sparse.spmat_handle;spmatB=!gpu.sparse.spmat_handle;spmatC=!gpu.sparse.spmat_handle",
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $spmatA (`{` ` ` $modeA^ `}`)? `,` $spmatB (`{` ` ` $modeB^ `}`)? `,` $spmatC `,` $desc attr-dict `:` $computeType",
    }
    SpMatGetSize = "gpu.spmat_get_size" Any [asyncDependencies: Values(Any), spmat: Value(Any)] {
        hint: Some(hints::matrix_size_token), rules: "asyncDependencies=!gpu.async.token;spmat=!gpu.sparse.spmat_handle;result=index;result1=index;result2=index",
        format: "custom<AsyncDependencies>(type($result3), $asyncDependencies) $spmat attr-dict",
    }
    SetCsrPointers = "gpu.set_csr_pointers" Any [asyncDependencies: Values(Any), spmat: Value(Any), positions: Value(MemRef), coordinates: Value(MemRef), values: Value(MemRef)] {
        rules: "asyncDependencies=!gpu.async.token;spmat=!gpu.sparse.spmat_handle",
        format: "custom<AsyncDependencies>(type($result), $asyncDependencies) $spmat `,` $positions `,` $coordinates `,` $values attr-dict `:` type($positions) `,` type($coordinates) `,` type($values)",
    }
    HostRegister = "gpu.host_register" None [value: Value(Any)] { format: "$value attr-dict `:` type($value)" }
    HostUnregister = "gpu.host_unregister" None [value: Value(Any)] { format: "$value attr-dict `:` type($value)" }
    SetDefaultDevice = "gpu.set_default_device" None [devIndex: Value(Any)] { format: "attr-dict $devIndex", rules: "devIndex=i32" }
    SubgroupMmaLoadMatrix = "gpu.subgroup_mma_load_matrix" One [srcMemref: Value(MemRef), indices: Values(Index), leadDimension: IndexNumber, transpose: Unit] {
        format: "$srcMemref `[` $indices `]` since24((`leadDimension` $leadDimension^)? (`transpose` $transpose^)?) attr-dict `:` type($srcMemref) `->` type($result)", rules: "indices=index",
    }
    SubgroupMmaStoreMatrix = "gpu.subgroup_mma_store_matrix" None [src: Value(Any), dstMemref: Value(MemRef), indices: Values(Index), leadDimension: IndexNumber, transpose: Unit] {
        format: "$src `,` $dstMemref `[` $indices `]` since24((`leadDimension` $leadDimension^)? (`transpose` $transpose^)?) attr-dict `:` type($src) `,` type($dstMemref)", rules: "indices=index",
    }
    SubgroupMmaExtractThreadLocal = "gpu.subgroup_mma_extract_thread_local" One [matrix: Value(Any), indices: Values(Index)] {
        traits: PURE, format: "$matrix `[` $indices `]` attr-dict `:` type($matrix) `->` type($result)", rules: "indices=index",
    }
    SubgroupMmaInsertThreadLocal = "gpu.subgroup_mma_insert_thread_local" One [value: Value(Any), matrix: Value(Any), indices: Values(Index)] {
        traits: PURE, rules: "indices=index",
        format: "$value `,` $matrix `[` $indices `]` attr-dict `:` type($value) `,` type($matrix) `->` type($result)",
    }
    SubgroupMmaCompute = "gpu.subgroup_mma_compute" One [opA: Value(Any), opB: Value(Any), opC: Value(Any), a_transpose: Unit, b_transpose: Unit] {
        traits: PURE, format: "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($result)", rules: "opC=result",
    }
    SubgroupMmaConstantMatrix = "gpu.subgroup_mma_constant_matrix" One [value: Value(Any)] {
        traits: PURE, format: "$value attr-dict `:` type($result)",
    }
    SubgroupMmaElementwise = "gpu.subgroup_mma_elementwise" One [opType: Enum(&MMA_ELEMENTWISE), args: Values(Any)] {
        traits: PURE, format: "before24(` `) $opType $args attr-dict `:` functional-type($args, results)",
    }
}

/// Returns the token type of asynchronous ops. Returns `None` if the `gpu` dialect is not registered.
pub(crate) fn token(ctx: &Context) -> Option<Type> {
    crate::types::named(ctx, "gpu.async.token")
}

/// Returns whether the last result of an op is an async token.
pub(crate) fn is_async(ctx: &Context, body: &Body, op: Op) -> bool {
    let last = body.results(op).last().map(|value| body.value_type(value));
    last.is_some() && last == token(ctx)
}

/// Types of the dialect: handles, which have no parameters, and subgroup matrices.
pub(crate) const TYPES: &[ParamDef] = &[
    handle("gpu.async.token"),
    handle("gpu.sparse.dntensor_handle"),
    handle("gpu.sparse.spmat_handle"),
    handle("gpu.sparse.spgemmop_handle"),
    ParamDef { name: "gpu.mma_matrix", parse: parse_matrix, print: print_matrix, code: NO_OPCODE },
];

const fn handle(name: &'static str) -> ParamDef {
    ParamDef { name, parse: parse_handle, print: print_handle, code: NO_OPCODE }
}

fn parse_handle(_: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    Ok(ParamInstance::Params(Vec::new()))
}

fn print_handle(_: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, _: &[Attribute]) {}

/// Parses the parameters of `!gpu.mma_matrix`: `<16x16xf16, "AOp">`.
fn parse_matrix(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let at = p.offset();
    let dims = p.dims()?;
    if dims.len() != 2 {
        return Err(p.error_at(at..at + 1, "MMAMatrixType must have exactly two dimensions"));
    }
    let at = p.offset();
    let element = p.ty()?;
    let fits = match p.ctx().type_data(element) {
        TypeData::Integer { width, .. } => matches!(width, 8 | 32),
        TypeData::Float(kind) => matches!(kind, FloatKind::F16 | FloatKind::F32),
        _ => false,
    };
    if !fits {
        return Err(p.error_at(at..at + 1, "MMAMatrixType elements must be SI8, UI8, I32, F16, or F32"));
    }
    p.expect(",")?;
    let at = p.offset();
    let operand = p.string()?;
    if !matches!(&operand[..], "AOp" | "BOp" | "COp") {
        return Err(p.error_at(at..at + 1, "operand expected to be one of AOp, BOp or COp"));
    }
    p.expect(">")?;
    let ctx = p.ctx();
    let dims: Vec<i64> = dims.into_iter().map(|length| length as i64).collect();
    Ok(ParamInstance::Params(vec![
        crate::text::numbers(ctx, &dims),
        ctx.type_attr(element),
        ctx.string_attr(&operand),
    ]))
}

fn print_matrix(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    let &[dims, element, operand] = params else { return };
    p.write("<");
    for length in p.ctx().attr_array(dims).unwrap_or(&[]).to_vec() {
        let length = p.ctx().attr_u64(length).unwrap_or(0);
        p.write(&format!("{length}x"));
    }
    if let Some(element) = p.ctx().attr_type(element) {
        p.ty(element);
    }
    p.write(", ");
    p.attr(operand);
    p.write(">");
}

/// Attributes of the dialect, such as `#gpu.address_space<workgroup>`.
pub(crate) const ATTRIBUTES: &[ParamDef] = &with_gpu_enumerants::<12>(&[
    ParamDef { name: "gpu.address_space", parse: parse_space, print: print_space, code: NO_OPCODE },
    gpu_binary::OBJECT,
    gpu_binary::SELECTION,
]);

fn parse_space(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let word = p.keyword()?;
    if !matches!(&word[..], "global" | "workgroup" | "private") {
        return Err(p.error("expected one of 'global', 'workgroup', 'private'"));
    }
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![p.ctx().string_attr(&word)]))
}

fn print_space(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    let word = params.first().and_then(|attr| p.ctx().attr_str(*attr)).unwrap_or_default().to_owned();
    p.write(&format!("<{word}>"));
}

/// Parses `gpu.module`: `@name [targets] attributes {...} { ... }`.
fn parse_module(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let name = p.symbol()?;
    let text = p.ctx().str(name).to_owned();
    state.slots[SYMBOL_SLOT] = p.ctx().string_attr(&text).raw();
    if p.peek("[") {
        state.slots[Module::slot(Module::targets)] = p.attr()?.raw();
    }
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.isolated_region(state, &[])
}

fn print_module(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(name) = body.slot_attr(op, SYMBOL_SLOT) {
        p.symbol(name);
    }
    if let Some(targets) = body.slot_attr(op, Module::slot(Module::targets)) {
        p.write(" ");
        p.attr(targets);
        p.write(if since::SPACE_AFTER_TARGETS.lacks(p.form()) { " " } else { "" });
    }
    p.attributes(body.attrs(op), &[]);
    if let Some(nested) = body.nested(op) {
        p.region(nested, nested.root(), true);
    }
}

/// Discardable attribute that marks a function as a kernel.
pub const KERNEL: &str = "gpu.kernel";

/// Parses an optional ` workgroup(%a : t)` or ` private(...)`, appends the region arguments and returns their count.
fn attributions(p: &mut dyn AsmParser, args: &mut Vec<ArgDecl>, word: &str) -> Parsed<usize> {
    if !p.accept_keyword(word) {
        return Ok(0);
    }
    let before = args.len();
    p.expect("(")?;
    until(p, ")", &mut |p| {
        let name = p.operand()?;
        p.expect(":")?;
        let ty = p.ty()?;
        args.push(argument(&name, ty));
        Ok(())
    })?;
    Ok(args.len() - before)
}

/// Prints ` workgroup(%a : t) private(%b : t)`, without the lists that are empty.
fn write_attributions(p: &mut dyn AsmPrinter, body: &Body, workgroup: &[Value], private: &[Value]) {
    for (word, list) in [(" workgroup(", workgroup), (" private(", private)] {
        if list.is_empty() {
            continue;
        }
        p.write(word);
        for (i, &arg) in list.iter().enumerate() {
            p.write(if i > 0 { ", " } else { "" });
            p.value(body, arg);
            p.write(" : ");
            p.ty(body.value_type(arg));
        }
        p.write(")");
    }
}

/// Parses `gpu.func`: `@name(%a: t) workgroup(...) private(...) kernel attributes {...} { ... }`.
fn parse_func(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let name = p.symbol()?;
    let text = p.ctx().str(name).to_owned();
    state.slots[SYMBOL_SLOT] = p.ctx().string_attr(&text).raw();
    let (mut args, results) = spv_ir::parse_signature(p)?;
    let inputs: Vec<_> = args.iter().map(|a| a.ty).collect();
    let ty = p.ctx().function_type(&inputs, &results);
    state.slots[TYPE_SLOT] = p.ctx().type_attr(ty).raw();
    for (slot, word) in [(2, "workgroup"), (3, "private")] {
        let count = attributions(p, &mut args, word)?;
        if count > 0 {
            state.slots[slot] = crate::text::number(p.ctx(), count as i64).raw();
        }
    }
    if p.accept_keyword("kernel") {
        let ctx = p.ctx();
        state.attrs.push((ctx.ident(KERNEL), ctx.unit_attr()));
    }
    if p.accept_keyword("attributes") {
        p.attr_dict(&mut state.attrs)?;
    }
    p.isolated_region(state, &args)
}

/// Verifies that a `gpu.func` has a body, and that its first arguments and its results match the function type. The
/// other arguments are attributions.
fn verify_func(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let place = Place::Op(body.loc(op));
    let entry = body.nested(op).and_then(|nested| Some((nested, nested.first_block(nested.root())?)));
    let Some((nested, entry)) = entry else {
        return out.error(place, "'gpu.func' op expected body with at least one block");
    };
    if nested.first_op(entry).is_none() {
        return out.error(place, "'gpu.func' op empty block: expect at least a terminator");
    }
    let Some(ty) = body.slot_attr(op, TYPE_SLOT).and_then(|attr| ctx.attr_type(attr)) else { return };
    let TypeData::Function { inputs, results } = ctx.type_data(ty) else { return };
    if !results.is_empty() && ctx.dict(body.attrs(op)).iter().any(|(key, _)| ctx.str(*key) == KERNEL) {
        return out.error(place, "'gpu.func' op expected void return type for kernel function");
    }
    let name = name_of(ctx, body, op).unwrap_or_default();
    crate::verify::verify_returns(ctx, nested, (Return::NAME, name), results, out);
    let args = nested.args(entry);
    if args.len() < inputs.len() {
        let need = inputs.len();
        return out.error(place, format!("'gpu.func' op expected at least {need} arguments to body region"));
    }
    for (i, (&arg, &input)) in args.iter().zip(inputs).enumerate() {
        if nested.value_type(arg) != input {
            out.error(
                place.clone(),
                format!("'gpu.func' op type of body region argument #{i} must match the function signature"),
            );
        }
    }
}

fn count_of(ctx: &Context, body: &Body, op: Op, slot: usize) -> usize {
    body.slot_attr(op, slot).and_then(|attr| ctx.attr_u64(attr)).unwrap_or(0) as usize
}

fn print_func(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(name) = body.slot_attr(op, SYMBOL_SLOT) {
        p.symbol(name);
    }
    let nested = body.nested(op);
    let entry = nested.and_then(|n| n.first_block(n.root()).map(|b| (n, b)));
    let Some(ty) = body.slot_attr(op, TYPE_SLOT).and_then(|a| p.ctx().attr_type(a)) else { return };
    let (inputs, results) = match p.ctx().type_data(ty) {
        TypeData::Function { inputs, results } => (inputs.to_vec(), results.to_vec()),
        _ => Default::default(),
    };
    print_signature(p, entry, &inputs, &results);
    let shared = count_of(p.ctx(), body, op, 2);
    if let Some((nested, entry)) = entry {
        let rest = nested.args(entry).get(inputs.len()..).unwrap_or(&[]);
        let (workgroup, private) = rest.split_at(shared.min(rest.len()));
        write_attributions(p, nested, workgroup, private);
    }
    if p.ctx().dict_get(body.attrs(op), KERNEL).is_some() {
        p.write(" kernel");
    }
    p.attributes(body.attrs(op), &[KERNEL]);
    if let Some(nested) = nested {
        p.region(nested, nested.root(), false);
    }
}

/// Parses `gpu.printf`: `"format", %a, %b : t, t`. LLVM 19 omits the comma after the format.
fn parse_printf(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let format = p.string()?;
    state.slots[Printf::slot(Printf::format)] = p.ctx().string_attr(&format).raw();
    p.attr_dict(&mut state.attrs)?;
    p.accept(",");
    let mut args = Vec::new();
    while let Some(arg) = p.opt_operand() {
        args.push(arg);
        if !p.accept(",") {
            break;
        }
    }
    if args.is_empty() {
        return Ok(());
    }
    p.expect(":")?;
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            p.expect(",")?;
        }
        let ty = p.ty()?;
        state.operands.push(p.resolve(arg, Some(ty))?);
    }
    Ok(())
}

fn print_printf(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    if let Some(format) = body.slot_attr(op, Printf::slot(Printf::format)) {
        p.attr(format);
    }
    p.attr_dict(body.attrs(op), &[]);
    let has_comma = !since::PRINTF_COMMA.lacks(p.form());
    let mut separator = if has_comma { ", " } else { " " };
    for arg in body.operands(op) {
        p.write(std::mem::replace(&mut separator, ", "));
        p.value(body, arg);
    }
    let mut separator = " : ";
    for arg in body.operands(op) {
        p.write(std::mem::replace(&mut separator, ", "));
        p.ty(body.value_type(arg));
    }
}

/// Verifies the offset and width of a `gpu.rotate`.
fn verify_rotate(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(view) = View::new(ctx, body, op) else { return };
    let number = |part| view.attr(part).and_then(|attr| ctx.attr_u64(attr));
    let (offset, width) = (number(Rotate::offset), number(Rotate::width));
    let fault = match (offset, width) {
        (Some(offset), Some(width)) if !width.is_power_of_two() || offset >= width => {
            "needs a width that is a power of two, and an offset below the width"
        }
        (Some(_), Some(_)) => return,
        _ => "needs the attributes 'offset' and 'width'",
    };
    out.error(Place::Op(body.loc(op)), format!("'{}' op {fault}", Rotate::NAME));
}

/// Verifies that a broadcast has a lane operand if and only if its broadcast type is `specific_lane`.
fn verify_broadcast(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(view) = View::new(ctx, body, op) else { return };
    let specific = view.word(SubgroupBroadcast::broadcast_type) == Some(BroadcastType::SPECIFIC_LANE);
    let fault = match (specific, body.operand_count(op) > 1) {
        (true, false) => "needs a lane: 'specific_lane'",
        (false, true) => "must not have a lane: 'first_active_lane'",
        _ => return,
    };
    out.error(Place::Op(body.loc(op)), format!("'{}' op {fault}", SubgroupBroadcast::NAME));
}

/// Parses `gpu.all_reduce`: `add %x uniform {} : (t) -> t`, or with a region that combines two values in place of
/// `add`.
fn parse_all_reduce(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if let Some(word) = p.opt_keyword() {
        match ALL_REDUCE.by_name(&word) {
            Some(value) => state.slots[AllReduce::slot(AllReduce::op)] = value,
            None => return Err(p.error("expected a reduction")),
        }
    }
    let value = p.operand()?;
    if p.accept_keyword("uniform") {
        state.slots[AllReduce::slot(AllReduce::uniform)] = p.ctx().unit_attr().raw();
    }
    p.next_region(state, &[])?;
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    p.expect("(")?;
    let ty = p.ty()?;
    p.expect(")")?;
    p.expect("->")?;
    state.results = result_types(p)?;
    resolve_all(p, state, &[value], Some(ty))
}

fn print_all_reduce(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(if since::ENUMERANT_SPACE.holds(p.form()) { "" } else { " " });
    if let Some(kind) = ALL_REDUCE.by_value(body.slot(op, AllReduce::slot(AllReduce::op))) {
        p.write(" ");
        p.write(kind.name);
    }
    p.write(" ");
    let [value] = body.first_operands(op);
    p.value(body, value);
    if body.slot(op, AllReduce::slot(AllReduce::uniform)) != 0 {
        p.write(" uniform");
    }
    p.region(body, body.region(op, 0), true);
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : (");
    p.ty(body.value_type(value));
    p.write(")");
    write_results(p, body, op, true);
}

fn expect_word(p: &mut dyn AsmParser, word: &str) -> Parsed<()> {
    if p.accept_keyword(word) { Ok(()) } else { Err(p.error(&format!("expected '{word}'"))) }
}

/// The launch dimensions, each with its keyword in assembly and the name of the operand for the x size. Only `clusters`
/// is optional.
const DIMENSIONS: [(&str, &str); 3] =
    [("clusters", Launch::clusterSizeX), ("blocks", Launch::gridSizeX), ("threads", Launch::blockSizeX)];

/// Number of ids and sizes among the arguments of a launch body without clusters.
const CONFIG_ARGS: usize = 12;

/// Parses `gpu.launch`: `async [%t] clusters(...) in (...) blocks(%bx, ...) in (%gx = %x, ...) threads(...) in (...)
/// workgroup(...) { ... }`.
fn parse_launch(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let index = p.ctx().common().index;
    let token = crate::types::named(p.ctx(), "gpu.async.token");
    if p.accept_keyword("async") {
        state.results.extend(token);
    }
    let dependencies = if p.peek("[") { indices(p)? } else { Vec::new() };
    resolve_all(p, state, &dependencies, token)?;
    // For each of clusters, blocks and threads: the arguments for the ids, the arguments for the sizes, and the size
    // operands.
    let mut dims: [(Vec<_>, Vec<_>, Vec<_>); 3] = Default::default();
    for (i, (word, _)) in DIMENSIONS.into_iter().enumerate() {
        if !p.accept_keyword(word) {
            if i == 0 {
                continue;
            }
            return Err(p.error(&format!("expected '{word}'")));
        }
        let ids = operands(p)?;
        expect_word(p, "in")?;
        let (names, values) = assignments(p)?;
        if ids.len() != 3 || names.len() != 3 {
            return Err(p.error("expected three dimensions"));
        }
        dims[i] = (ids, names, values);
    }
    let [
        (cluster_ids, cluster_sizes, clusters),
        (block_ids, grid_sizes, grid),
        (thread_ids, block_sizes, block),
    ] = &dims;
    for values in [grid, block, clusters] {
        resolve_all(p, state, values, Some(index))?;
    }
    let mut lengths = vec![dependencies.len() as u32, 1, 1, 1, 1, 1, 1];
    lengths.extend([clusters.len() as u32 / 3; 3]);
    let mut shared = Vec::new();
    if p.accept_keyword("dynamic_shared_memory_size") {
        shared.push(p.operand()?);
    }
    lengths.push(shared.len() as u32);
    let i32 = p.ctx().common().i32;
    resolve_all(p, state, &shared, Some(i32))?;
    state.slots[Launch::slot(Launch::operandSegmentSizes)] =
        p.ctx().attr(AttrData::Words(lengths.into())).raw();
    let names = [block_ids, thread_ids, grid_sizes, block_sizes, cluster_ids, cluster_sizes];
    let mut args: Vec<ArgDecl> = names.into_iter().flatten().map(|name| argument(name, index)).collect();
    let count = attributions(p, &mut args, "workgroup")?;
    if count > 0 {
        state.slots[Launch::slot(Launch::workgroup_attributions)] =
            crate::text::number(p.ctx(), count as i64).raw();
    }
    attributions(p, &mut args, "private")?;
    p.next_region(state, &args)?;
    terminate(p, state, Terminator::NAME);
    p.attr_dict(&mut state.attrs)
}

/// Returns the number of ids and sizes among the arguments of a launch body.
fn config_args(view: &View<'_>) -> usize {
    if view.value(Launch::clusterSizeX).is_some() { CONFIG_ARGS + 6 } else { CONFIG_ARGS }
}

fn verify_launch(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(view) = View::new(ctx, body, op) else { return };
    let clusters: usize = [Launch::clusterSizeX, Launch::clusterSizeY, Launch::clusterSizeZ]
        .into_iter()
        .map(|part| view.range(part).len())
        .sum();
    let args = entry_args(body, op, 0);
    let message = if !matches!(clusters, 0 | 3) {
        "expected the sizes of clusters in all dimensions, or in none"
    } else if args.len() < config_args(&view) + count_of(ctx, body, op, 1) {
        "unexpected number of region arguments"
    } else {
        return;
    };
    out.error(Place::Op(body.loc(op)), format!("'gpu.launch' op {message}"));
}

/// Checks that the reduction in the attribute `part`, if present, applies to the type of the operand `value`.
fn check_reduction(view: &View<'_>, part: &str) -> Result<(), String> {
    let kind = view.word(part).and_then(|kind| ALL_REDUCE.by_value(kind));
    let (Some(kind), Some(ty)) = (kind, view.ty(AllReduce::value)) else { return Ok(()) };
    if crate::enums::combines(kind.name, view.ctx, crate::types::element(view.ctx, ty)) {
        return Ok(());
    }
    let ty = type_text(view.ctx, ty);
    Err(format!("`{}` reduction operation is not compatible with type '{ty}'", kind.name))
}

/// Checks that a reduction has either a region or an operation that applies to the type of its operand.
fn check_all_reduce(view: &View<'_>) -> Result<(), String> {
    let has_op = view.word(AllReduce::op).and_then(|kind| ALL_REDUCE.by_value(kind)).is_some();
    let has_region = view.body.first_block(view.body.region(view.op, 0)).is_some();
    match (has_op, has_region) {
        (false, false) => Err("expected either an op attribute or a non-empty body".to_owned()),
        (true, true) => Err("expected either an op attribute or a non-empty body, but got both".to_owned()),
        _ => check_reduction(view, AllReduce::op),
    }
}

fn verify_subgroup_reduce(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(view) = View::new(ctx, body, op) else { return };
    let number = |part| view.attr(part).map(|attr| ctx.attr_u64(attr).unwrap_or(0));
    let (size, stride) = (number(SubgroupReduce::cluster_size), number(SubgroupReduce::cluster_stride));
    let is_power = |number: u64| number.is_power_of_two() && number <= u64::from(u32::MAX);
    let message = match (size, stride) {
        (Some(size), _) if !is_power(size) => format!("cluster size {size} is not a power of two"),
        (_, Some(stride)) if !is_power(stride) => format!("cluster stride {stride} is not a power of two"),
        (None, Some(stride)) if stride != 1 => {
            "cluster stride can only be specified if cluster size is specified".to_owned()
        }
        _ => match check_reduction(&view, SubgroupReduce::op) {
            Err(message) => message,
            Ok(()) => return,
        },
    };
    out.error(Place::Op(body.loc(op)), format!("'gpu.subgroup_reduce' op {message}"));
}

fn print_launch(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let args = entry_args(body, op, 0);
    let Some(view) = View::new(p.ctx(), body, op) else { return };
    let config = config_args(&view);
    let starts = DIMENSIONS.map(|(_, part)| view.range(part));
    let dependencies = view.values(Launch::asyncDependencies);
    let shared = view.value(Launch::dynamicSharedMemorySize);
    let operands: Vec<Value> = body.own_operands(op).collect();
    let lacks = |range: &std::ops::Range<usize>| !range.is_empty() && range.start + 3 > operands.len();
    if args.len() < config || starts.iter().any(lacks) {
        return;
    }
    if body.result_count(op) > 0 {
        p.write(" async");
    }
    if !dependencies.is_empty() {
        p.write(" [");
        write_values(p, body, dependencies);
        p.write("]");
    }
    // Indices of the first id argument and the first size argument of clusters, blocks and threads.
    let places = [(12, 15), (0, 6), (3, 9)];
    for (((word, _), range), (ids, sizes)) in DIMENSIONS.into_iter().zip(starts).zip(places) {
        if range.is_empty() {
            continue;
        }
        p.write(&format!(" {word}("));
        write_values(p, body, args[ids..ids + 3].iter().copied());
        p.write(") in (");
        for j in 0..3 {
            p.write(if j > 0 { ", " } else { "" });
            p.value(body, args[sizes + j]);
            p.write(" = ");
            p.value(body, operands[range.start + j]);
        }
        p.write(")");
    }
    if let Some(size) = shared {
        p.write(" dynamic_shared_memory_size ");
        p.value(body, size);
    }
    let count = count_of(p.ctx(), body, op, 1);
    let (workgroup, private) = args[config..].split_at(count.min(args.len() - config));
    write_attributions(p, body, workgroup, private);
    p.region(body, body.region(op, 0), false);
    p.attr_dict(body.attrs(op), &[]);
}
