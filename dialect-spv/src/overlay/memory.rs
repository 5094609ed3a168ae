//! Overlay of memory, pipe, tensor, cooperative matrix and cooperative vector instructions

use super::{Overlay, family, row};
use crate::fold::identity::{FALSE, Identity::*, TRUE};
use crate::fold::*;
use crate::generated::opcodes::*;
use crate::text::{formats as f, infer, memory};
use crate::verify::lists as t;

/// Memory instructions. The memory operands determine whether an access is volatile.
#[rustfmt::skip]
pub(super) const MEMORY: &[Overlay] = &[
    row(LOAD).reads().types(t::LOAD)
        .format("custom<Storage>($pointer) $pointer custom<SameStorage>($pointer) ($memory_access^)? attr-dict \
                 `:` common-type($result)")
        .result_type(infer::pointee),
    row(STORE).writes().types(t::STORE)
        .format("custom<Storage>($pointer) $pointer custom<SameStorage>($pointer) `,` $object ($memory_access^)? \
                 attr-dict `:` common-type($object)")
        .patterns(&[access::store_of_undefined]),
    row(COPY_MEMORY).reads().writes().types(t::COPY)
        .text(
            "\"storage\" %target, \"storage\" %source ([\"memory_access\"])? (, [\"memory_access\"])? : type",
            memory::parse_copy,
            memory::print_copy,
        ),
    row(COPY_MEMORY_SIZED).reads().writes()
        .format("custom<Storage>($target) $target custom<SameStorage>($target) `,` \
                 custom<Storage>($source) $source custom<SameStorage>($source) `,` $size \
                 ($memory_access^)? (`,` $memory_access_1^)? attr-dict `:` common-type($size)"),
    row(ACCESS_CHAIN).pure().types(t::CHAIN).format(f::CHAIN).infers(infer::access_chain)
        .folds(&[value::no_index]).patterns(&[chain::merge, chain::chain_of_cast]),
    row(IN_BOUNDS_ACCESS_CHAIN).pure().types(t::CHAIN).format(f::CHAIN).infers(infer::access_chain)
        .folds(&[value::no_index]).patterns(&[chain::merge, chain::chain_of_cast]),
    row(PTR_ACCESS_CHAIN).pure().types(t::POINTER_CHAIN).format(f::POINTER_CHAIN)
        .infers(infer::pointer_access_chain).patterns(&[chain::chain_of_cast]),
    row(IN_BOUNDS_PTR_ACCESS_CHAIN).pure().types(t::POINTER_CHAIN).format(f::POINTER_CHAIN)
        .infers(infer::pointer_access_chain).patterns(&[chain::chain_of_cast]),
    row(UNTYPED_ACCESS_CHAIN_KHR).pure(),
    row(UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR).pure(),
    row(UNTYPED_PTR_ACCESS_CHAIN_KHR).pure(),
    row(UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR).pure(),
    row(RAW_ACCESS_CHAIN_NV).pure(),
    // The op is pure, because the length of a runtime array is fixed when the resource is bound.
    row(ARRAY_LENGTH).pure().types(t::LENGTH).format("$0 `,` $1 attr-dict `:` common-type($0)").infers(infer::word),
    row(UNTYPED_ARRAY_LENGTH_KHR).pure().format("$1 `,` $2 attr-dict `:` $0 `,` common-type($1)")
        .infers(infer::word),
    row(BUFFER_POINTER_EXT).pure(),
    row(GENERIC_PTR_MEM_SEMANTICS).pure(),
    row(PTR_EQUAL).pure().commutative().comparison().result_type(infer::bit).identities(&[Same(TRUE)]),
    row(PTR_NOT_EQUAL).pure().commutative().comparison().result_type(infer::bit).identities(&[Same(FALSE)]),
    row(PTR_DIFF).pure(),
    row(LIFETIME_START).writes(),
    row(LIFETIME_STOP).writes(),
    row(UNTYPED_PREFETCH_KHR).reads().writes(),
    row(PREDICATED_LOAD_INTEL).reads().types(t::PREDICATED_LOAD)
        .format("$0 `,` $1 `,` $2 ($3^)? attr-dict `:` types($0, $1) `->` common-type($2, $result)")
        .folds(&[access::load_of_nothing]).patterns(&[access::constant_predicate, access::predicated_variable]),
    row(PREDICATED_STORE_INTEL).writes().types(t::PREDICATED_STORE)
        .format("$0 `,` $1 `,` $2 ($3^)? attr-dict `:` types($0, $1, $2)")
        .patterns(&[
            access::constant_predicate, access::predicated_variable, access::complementary_stores,
        ]),
    row(MASKED_GATHER_INTEL).reads(),
    row(MASKED_SCATTER_INTEL).writes(),
    row(TENSOR_READ_ARM).reads(),
    row(TENSOR_WRITE_ARM).writes(),
    row(TENSOR_QUERY_SIZE_ARM).pure(),
];

/// Pipe and device-side enqueue instructions.
#[rustfmt::skip]
pub(super) const PIPES: &[Overlay] = &[
    family(READ_PIPE, RESERVE_WRITE_PIPE_PACKETS, 6).reads().writes(),
    row(COMMIT_READ_PIPE).reads().writes(),
    row(COMMIT_WRITE_PIPE).reads().writes(),
    row(IS_VALID_RESERVE_ID).pure(),
    row(GET_NUM_PIPE_PACKETS).reads(),
    row(GET_MAX_PIPE_PACKETS).pure(),
    family(GROUP_RESERVE_READ_PIPE_PACKETS, GROUP_COMMIT_WRITE_PIPE, 4).reads().writes().convergent(),
    row(CREATE_PIPE_FROM_PIPE_STORAGE).pure(),
    row(READ_PIPE_BLOCKING_ALTERA).reads().writes().types(t::READ_PIPE_BLOCKING),
    row(WRITE_PIPE_BLOCKING_ALTERA).reads().writes().types(t::WRITE_PIPE_BLOCKING),
    row(ENQUEUE_KERNEL).types(t::NAMES_FUNCTION),
    row(GET_KERNEL_ND_RANGE_SUB_GROUP_COUNT).reads().types(t::NAMES_FUNCTION),
    row(GET_KERNEL_ND_RANGE_MAX_SUB_GROUP_SIZE).reads().types(t::NAMES_FUNCTION),
    row(GET_KERNEL_WORK_GROUP_SIZE).reads().types(t::NAMES_FUNCTION),
    row(GET_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE).reads().types(t::NAMES_FUNCTION),
    row(GET_KERNEL_LOCAL_SIZE_FOR_SUBGROUP_COUNT).reads().types(t::NAMES_FUNCTION),
    row(GET_KERNEL_MAX_NUM_SUBGROUPS).reads().types(t::NAMES_FUNCTION),
    row(TASK_SEQUENCE_CREATE_ALTERA).types(t::NAMES_FUNCTION),
    row(IS_VALID_EVENT).reads(),
    row(GET_DEFAULT_QUEUE).reads(),
    row(BUILD_ND_RANGE).pure(),
];

/// Cooperative matrix and vector instructions, which all invocations in the scope execute together.
#[rustfmt::skip]
pub(super) const MATRICES: &[Overlay] = &[
    row(COOPERATIVE_MATRIX_LOAD_KHR).reads().convergent()
        .format("$0 `,` $1 (`,` $2^)? ($3^)? attr-dict `:` types($0, $1, $2, $3) `->` common-type($result)")
        .later("$0 `,` $2 `,` bracketed($1) (`,` bracketed($3)^)? attr-dict `:` types($0, $2) `->` common-type($result)"),
    row(COOPERATIVE_MATRIX_STORE_KHR).writes().convergent()
        .format("$0 `,` $1 `,` $2 (`,` $3^)? ($4^)? attr-dict `:` types($0, $1, $2, $3, $4)")
        .later("$0 `,` $1 `,` $3 `,` bracketed($2) (`,` bracketed($4)^)? attr-dict `:` types($0, $1, $3)"),
    row(COOPERATIVE_MATRIX_MUL_ADD_KHR).pure().convergent().format(f::MULTIPLY_ADD)
        .later("$0 `,` $1 `,` $2 (`,` bracketed($3)^)? attr-dict `:` types($0, $1) `->` common-type($2, $result)"),
    row(COOPERATIVE_MATRIX_REDUCE_EXT).types(t::NAMES_FUNCTION),
    row(COOPERATIVE_MATRIX_PER_ELEMENT_OP_EXT).types(t::NAMES_FUNCTION),
    row(COOPERATIVE_MATRIX_LENGTH_KHR).pure().format("attr-dict `:` $type").infers(infer::word),
    row(COOPERATIVE_MATRIX_LOAD_NV).reads().convergent().types(t::COOPERATIVE_ACCESS_NV)
        .format("$0 `,` $1 `,` $2 ($3^)? attr-dict `:` common-type($0) `as` common-type($result)"),
    row(COOPERATIVE_MATRIX_STORE_NV).writes().convergent().types(t::COOPERATIVE_ACCESS_NV)
        .format("$0 `,` $1 `,` $2 `,` $3 ($4^)? attr-dict `:` types($0, $1)"),
    row(COOPERATIVE_MATRIX_MUL_ADD_NV).pure().convergent().types(t::MUL_ADD_NV)
        .format("$0 `,` $1 `,` $2 attr-dict `:` types($0, $1) `->` common-type($2, $result)"),
    row(COOPERATIVE_MATRIX_LENGTH_NV).pure().format("attr-dict `:` $type").infers(infer::word),
    row(COOPERATIVE_MATRIX_GET_COORDINATE_EXT).pure(),
    row(COOPERATIVE_MATRIX_CONVERT_USE_EXT).pure().convergent().format(f::CONVERT),
    row(COOPERATIVE_MATRIX_TRANSPOSE_NV).pure().convergent(),
    row(COOPERATIVE_MATRIX_LOAD_TENSOR_NV).reads().convergent(),
    row(COOPERATIVE_MATRIX_STORE_TENSOR_NV).writes().convergent(),
    row(SUBGROUP_MATRIX_MULTIPLY_ACCUMULATE_INTEL).pure().convergent(),
    row(COOPERATIVE_VECTOR_MATRIX_MUL_NV).reads(),
    row(COOPERATIVE_VECTOR_MATRIX_MUL_ADD_NV).reads(),
    row(COOPERATIVE_VECTOR_OUTER_PRODUCT_ACCUMULATE_NV).reads().writes(),
    row(COOPERATIVE_VECTOR_REDUCE_SUM_ACCUMULATE_NV).reads().writes(),
    row(COOPERATIVE_VECTOR_LOAD_NV).reads(),
    row(COOPERATIVE_VECTOR_STORE_NV).writes(),
    family(CREATE_TENSOR_LAYOUT_NV, TENSOR_VIEW_SET_STRIDE_NV, 8).pure(),
    row(TENSOR_VIEW_SET_CLIP_NV).pure(),
    row(TENSOR_LAYOUT_SET_BLOCK_SIZE_NV).pure(),
];
