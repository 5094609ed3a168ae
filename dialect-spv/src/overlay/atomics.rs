//! Overlay of atomics, barriers, group and subgroup instructions

use super::{Overlay, family, row};
use crate::generated::opcodes::*;
use crate::text::{formats as f, infer};
use crate::typed::result_types;
use crate::verify::lists as t;

/// Atomic instructions. They are never dead, because even an atomic load orders other memory accesses.
#[rustfmt::skip]
pub(super) const ATOMIC: &[Overlay] = &[
    row(ATOMIC_LOAD).reads().writes().types(t::ATOMIC_LOAD).format(f::ATOMIC).infers(infer::pointee),
    row(ATOMIC_STORE).reads().writes().types(t::ATOMIC_STORE).format(f::ATOMIC_VALUE),
    row(ATOMIC_EXCHANGE).reads().writes().types(t::ATOMIC_EXCHANGE).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_COMPARE_EXCHANGE).reads().writes().types(t::ATOMIC_COMPARE).format(f::ATOMIC_COMPARE)
        .infers(infer::pointee),
    row(ATOMIC_COMPARE_EXCHANGE_WEAK).reads().writes().types(t::ATOMIC_COMPARE).format(f::ATOMIC_COMPARE)
        .infers(infer::pointee),
    row(ATOMIC_I_INCREMENT).reads().writes().types(t::ATOMIC_COUNT).format(f::ATOMIC).infers(infer::pointee),
    row(ATOMIC_I_DECREMENT).reads().writes().types(t::ATOMIC_COUNT).format(f::ATOMIC).infers(infer::pointee),
    row(ATOMIC_I_ADD).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_I_SUB).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_S_MIN).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_U_MIN).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_S_MAX).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_U_MAX).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_AND).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE).infers(infer::pointee),
    row(ATOMIC_OR).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE).infers(infer::pointee),
    row(ATOMIC_XOR).reads().writes().types(t::ATOMIC_UPDATE).format(f::ATOMIC_VALUE).infers(infer::pointee),
    row(ATOMIC_FLAG_TEST_AND_SET).reads().writes().format(f::ATOMIC).infers(infer::bit),
    row(ATOMIC_FLAG_CLEAR).reads().writes().format(f::ATOMIC),
    row(ATOMIC_F_ADD_EXT).reads().writes().types(t::ATOMIC_FLOAT).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_F_MIN_EXT).reads().writes().types(t::ATOMIC_FLOAT).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
    row(ATOMIC_F_MAX_EXT).reads().writes().types(t::ATOMIC_FLOAT).format(f::ATOMIC_VALUE)
        .infers(infer::pointee),
];

/// Barrier and interlock instructions.
#[rustfmt::skip]
pub(super) const BARRIERS: &[Overlay] = &[
    row(CONTROL_BARRIER).reads().writes().convergent().types(t::CONTROL_BARRIER)
        .format("bare($0) `,` bare($1) `,` bare($2) attr-dict"),
    row(CONTROL_BARRIER_ARRIVE_EXT).reads().writes().convergent()
        .format("bare($0) `,` bare($1) `,` $2 attr-dict"),
    row(CONTROL_BARRIER_WAIT_EXT).reads().writes().convergent()
        .format("bare($0) `,` bare($1) `,` $2 attr-dict"),
    row(MEMORY_BARRIER).reads().writes().types(t::MEMORY_BARRIER).format("bare($0) `,` bare($1) attr-dict"),
    row(NAMED_BARRIER_INITIALIZE).reads().writes().convergent(),
    row(MEMORY_NAMED_BARRIER).reads().writes().convergent(),
    row(BEGIN_INVOCATION_INTERLOCK_EXT).reads().writes().convergent(),
    row(END_INVOCATION_INTERLOCK_EXT).reads().writes().convergent(),
];

/// Group instructions, executed by all invocations in a scope.
#[rustfmt::skip]
pub(super) const GROUP: &[Overlay] = &[
    row(GROUP_ASYNC_COPY).reads().writes().convergent(),
    row(UNTYPED_GROUP_ASYNC_COPY_KHR).reads().writes().convergent(),
    row(GROUP_WAIT_EVENTS).reads().writes().convergent(),
    row(GROUP_ALL).reads().convergent().format(f::GROUP_TEST).infers(infer::bit),
    row(GROUP_ANY).reads().convergent().format(f::GROUP_TEST).infers(infer::bit),
    row(GROUP_BROADCAST).reads().convergent().types(t::GROUP_BROADCAST).format(f::GROUP_SHUFFLE)
        .infers(infer::in_scope),
    row(GROUP_I_ADD).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
    row(GROUP_F_ADD).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
    row(GROUP_F_MIN).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
    row(GROUP_U_MIN).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
    row(GROUP_S_MIN).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
    row(GROUP_F_MAX).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
    row(GROUP_U_MAX).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
    row(GROUP_S_MAX).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
    family(GROUP_I_ADD_NON_UNIFORM_AMD, GROUP_S_MAX_NON_UNIFORM_AMD, 8).reads().convergent()
        .format(f::GROUP_ARITHMETIC),
    family(GROUP_I_MUL_KHR, GROUP_LOGICAL_XOR_KHR, 8).reads().convergent().format(f::GROUP_ARITHMETIC)
        .later(f::GROUP_BRACKETED),
];

/// Subgroup instructions.
#[rustfmt::skip]
pub(super) const SUBGROUP: &[Overlay] = &[
    row(GROUP_NON_UNIFORM_ELECT).reads().convergent().types(t::IN_GROUP)
        .format("bare($0) attr-dict `:` common-type($result)").result_type(infer::bit),
    row(GROUP_NON_UNIFORM_ALL).reads().convergent().types(t::IN_GROUP).format(f::GROUP_TEST)
        .infers(infer::bit),
    row(GROUP_NON_UNIFORM_ANY).reads().convergent().types(t::IN_GROUP).format(f::GROUP_TEST)
        .infers(infer::bit),
    row(GROUP_NON_UNIFORM_ALL_EQUAL).reads().convergent().types(t::IN_GROUP).format(f::GROUP_TEST)
        .infers(infer::bit),
    row(GROUP_NON_UNIFORM_BROADCAST).reads().convergent().types(t::GROUP_MOVED).format(f::GROUP_SHUFFLE)
        .infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_BROADCAST_FIRST).reads().convergent().types(t::GROUP_MOVED).format(f::GROUP_VALUE),
    row(GROUP_NON_UNIFORM_BALLOT).reads().convergent().types(t::IN_GROUP)
        .format("bare($0) $1 attr-dict `:` common-type($result)").result_type(result_types::ballot),
    row(GROUP_NON_UNIFORM_INVERSE_BALLOT).reads().convergent().types(t::IN_GROUP).format(f::GROUP_TEST)
        .infers(infer::bit),
    row(GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT).reads().convergent().types(t::IN_GROUP)
        .format(f::GROUP_SHUFFLE).infers(infer::bit),
    row(GROUP_NON_UNIFORM_BALLOT_BIT_COUNT).reads().convergent().types(t::IN_GROUP)
        .format("$0 $1 $2 attr-dict `:` common-type($2) `->` common-type($result)"),
    row(GROUP_NON_UNIFORM_BALLOT_FIND_LSB).reads().convergent().types(t::IN_GROUP).format(f::GROUP_COUNT),
    row(GROUP_NON_UNIFORM_BALLOT_FIND_MSB).reads().convergent().types(t::IN_GROUP).format(f::GROUP_COUNT),
    row(GROUP_NON_UNIFORM_SHUFFLE).reads().convergent().types(t::GROUP_MOVED).format(f::GROUP_SHUFFLE)
        .infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_SHUFFLE_XOR).reads().convergent().types(t::GROUP_MOVED).format(f::GROUP_SHUFFLE)
        .infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_SHUFFLE_UP).reads().convergent().types(t::GROUP_MOVED).format(f::GROUP_SHUFFLE)
        .infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_SHUFFLE_DOWN).reads().convergent().types(t::GROUP_MOVED).format(f::GROUP_SHUFFLE)
        .infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_I_ADD).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_F_ADD).reads().convergent().types(t::GROUP_FLOATS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_I_MUL).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_F_MUL).reads().convergent().types(t::GROUP_FLOATS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_S_MIN).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_U_MIN).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_F_MIN).reads().convergent().types(t::GROUP_FLOATS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_S_MAX).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_U_MAX).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_F_MAX).reads().convergent().types(t::GROUP_FLOATS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_BITWISE_AND).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_BITWISE_OR).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_BITWISE_XOR).reads().convergent().types(t::GROUP_INTS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_LOGICAL_AND).reads().convergent().types(t::GROUP_BOOLS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_LOGICAL_OR).reads().convergent().types(t::GROUP_BOOLS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_LOGICAL_XOR).reads().convergent().types(t::GROUP_BOOLS).format(f::GROUP_CLUSTER),
    row(GROUP_NON_UNIFORM_QUAD_BROADCAST).reads().convergent().types(t::GROUP_MOVED)
        .format(f::GROUP_SHUFFLE).infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_QUAD_SWAP).reads().convergent().types(t::GROUP_MOVED).format(f::GROUP_SHUFFLE)
        .infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_ROTATE_KHR).reads().convergent().types(t::GROUP_MOVED)
        .format("bare($0) $1 `,` $2 (`cluster_size` `(` $cluster_size^ `)`)? attr-dict `:` types($1, $2)")
        .infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_QUAD_ALL_KHR).reads().convergent().format(f::UNARY),
    row(GROUP_NON_UNIFORM_QUAD_ANY_KHR).reads().convergent().format(f::UNARY),
    row(GROUP_NON_UNIFORM_PARTITION_EXT).reads().convergent(),
    row(SUBGROUP_BALLOT_KHR).reads().convergent().format("$0 attr-dict `:` common-type($result)")
        .result_type(result_types::ballot),
    row(SUBGROUP_FIRST_INVOCATION_KHR).reads().convergent().format(f::UNARY),
    row(SUBGROUP_ALL_KHR).reads().convergent().format(f::UNARY),
    row(SUBGROUP_ANY_KHR).reads().convergent().format(f::UNARY),
    row(SUBGROUP_ALL_EQUAL_KHR).reads().convergent().format(f::UNARY),
    row(SUBGROUP_READ_INVOCATION_KHR).reads().convergent().format(f::MIXED).infers(infer::first),
    family(SUBGROUP_SHUFFLE_INTEL, SUBGROUP_SHUFFLE_XOR_INTEL, 4).reads().convergent(),
    row(SUBGROUP_BLOCK_READ_INTEL).reads().convergent()
        .format("custom<KeptStorage>($0) $0 attr-dict `:` common-type($result)"),
    row(SUBGROUP_BLOCK_WRITE_INTEL).writes().convergent()
        .format("custom<KeptStorage>($0) $0 `,` $1 attr-dict `:` common-type($1)"),
    row(SUBGROUP_IMAGE_BLOCK_READ_INTEL).reads().convergent(),
    row(SUBGROUP_IMAGE_BLOCK_WRITE_INTEL).writes().convergent(),
    row(SUBGROUP_IMAGE_MEDIA_BLOCK_READ_INTEL).reads().convergent(),
    row(SUBGROUP_IMAGE_MEDIA_BLOCK_WRITE_INTEL).writes().convergent(),
    row(SUBGROUP_BLOCK_PREFETCH_INTEL).reads().writes().convergent(),
    family(SUBGROUP2D_BLOCK_LOAD_INTEL, SUBGROUP2D_BLOCK_STORE_INTEL, 5).reads().writes().convergent(),
];
