//! Group and non-uniform operations, and the types of barriers. Scopes and semantics have a family of their own.

use super::rule::{Check, Rule, rule, vulkan};
use super::subject::OpSubject;
use super::typing::{BALLOT, BOOL, BOOLS, FLOATS, INT, INT32, INTS, Set, VALUES};
use crate::generated::opcodes as op;
use crate::generated::values::{
    addressing_model, execution_model as m, group_operation as g, storage_class as s,
};
use crate::validate::models::Models;
use crate::verify::rule::{A, B, C, D, Place, R};

const ARITHMETIC: &[u32] = &[
    op::GROUP_NON_UNIFORM_I_ADD,
    op::GROUP_NON_UNIFORM_F_ADD,
    op::GROUP_NON_UNIFORM_I_MUL,
    op::GROUP_NON_UNIFORM_F_MUL,
    op::GROUP_NON_UNIFORM_S_MIN,
    op::GROUP_NON_UNIFORM_U_MIN,
    op::GROUP_NON_UNIFORM_F_MIN,
    op::GROUP_NON_UNIFORM_S_MAX,
    op::GROUP_NON_UNIFORM_U_MAX,
    op::GROUP_NON_UNIFORM_F_MAX,
    op::GROUP_NON_UNIFORM_BITWISE_AND,
    op::GROUP_NON_UNIFORM_BITWISE_OR,
    op::GROUP_NON_UNIFORM_BITWISE_XOR,
    op::GROUP_NON_UNIFORM_LOGICAL_AND,
    op::GROUP_NON_UNIFORM_LOGICAL_OR,
    op::GROUP_NON_UNIFORM_LOGICAL_XOR,
];
const FLOAT_ARITHMETIC: &[u32] = &[
    op::GROUP_NON_UNIFORM_F_ADD,
    op::GROUP_NON_UNIFORM_F_MUL,
    op::GROUP_NON_UNIFORM_F_MIN,
    op::GROUP_NON_UNIFORM_F_MAX,
];
const INT_ARITHMETIC: &[u32] = &[
    op::GROUP_NON_UNIFORM_I_ADD,
    op::GROUP_NON_UNIFORM_I_MUL,
    op::GROUP_NON_UNIFORM_S_MIN,
    op::GROUP_NON_UNIFORM_S_MAX,
    op::GROUP_NON_UNIFORM_BITWISE_AND,
    op::GROUP_NON_UNIFORM_BITWISE_OR,
    op::GROUP_NON_UNIFORM_BITWISE_XOR,
];
const UNSIGNED_ARITHMETIC: &[u32] = &[op::GROUP_NON_UNIFORM_U_MIN, op::GROUP_NON_UNIFORM_U_MAX];
const LOGICAL: &[u32] =
    &[op::GROUP_NON_UNIFORM_LOGICAL_AND, op::GROUP_NON_UNIFORM_LOGICAL_OR, op::GROUP_NON_UNIFORM_LOGICAL_XOR];
/// Ops that move a value by an unsigned integer: an id, a mask, a distance.
const MOVES: &[u32] = &[
    op::GROUP_NON_UNIFORM_BROADCAST,
    op::GROUP_NON_UNIFORM_SHUFFLE,
    op::GROUP_NON_UNIFORM_SHUFFLE_XOR,
    op::GROUP_NON_UNIFORM_SHUFFLE_UP,
    op::GROUP_NON_UNIFORM_SHUFFLE_DOWN,
    op::GROUP_NON_UNIFORM_QUAD_BROADCAST,
    op::GROUP_NON_UNIFORM_QUAD_SWAP,
    op::GROUP_NON_UNIFORM_ROTATE_KHR,
];
const MOVED: &[u32] = &[
    op::GROUP_NON_UNIFORM_BROADCAST,
    op::GROUP_NON_UNIFORM_SHUFFLE,
    op::GROUP_NON_UNIFORM_SHUFFLE_XOR,
    op::GROUP_NON_UNIFORM_SHUFFLE_UP,
    op::GROUP_NON_UNIFORM_SHUFFLE_DOWN,
    op::GROUP_NON_UNIFORM_QUAD_BROADCAST,
    op::GROUP_NON_UNIFORM_QUAD_SWAP,
    op::GROUP_NON_UNIFORM_ROTATE_KHR,
    op::GROUP_NON_UNIFORM_BROADCAST_FIRST,
];
const VOTES: &[u32] = &[op::GROUP_NON_UNIFORM_ALL, op::GROUP_NON_UNIFORM_ANY, op::GROUP_ALL, op::GROUP_ANY];
const BOOL_RESULTS: &[u32] = &[
    op::GROUP_NON_UNIFORM_ELECT,
    op::GROUP_NON_UNIFORM_ALL,
    op::GROUP_NON_UNIFORM_ANY,
    op::GROUP_NON_UNIFORM_ALL_EQUAL,
    op::GROUP_NON_UNIFORM_INVERSE_BALLOT,
    op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT,
    op::GROUP_ALL,
    op::GROUP_ANY,
];
const BALLOTS_READ: &[u32] = &[
    op::GROUP_NON_UNIFORM_INVERSE_BALLOT,
    op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT,
    op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB,
    op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB,
];
const COUNTS: &[u32] = &[
    op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT,
    op::GROUP_NON_UNIFORM_BALLOT_FIND_LSB,
    op::GROUP_NON_UNIFORM_BALLOT_FIND_MSB,
];
const GROUP_FLOATS: &[u32] = &[op::GROUP_F_ADD, op::GROUP_F_MIN, op::GROUP_F_MAX];
const GROUP_INTS: &[u32] =
    &[op::GROUP_I_ADD, op::GROUP_U_MIN, op::GROUP_S_MIN, op::GROUP_U_MAX, op::GROUP_S_MAX];
const GROUP_ARITHMETIC: &[u32] = &[
    op::GROUP_F_ADD,
    op::GROUP_F_MIN,
    op::GROUP_F_MAX,
    op::GROUP_I_ADD,
    op::GROUP_U_MIN,
    op::GROUP_S_MIN,
    op::GROUP_U_MAX,
    op::GROUP_S_MAX,
];
const COPY: &[u32] = &[op::GROUP_ASYNC_COPY];
const WAIT: &[u32] = &[op::GROUP_WAIT_EVENTS];
const SPLIT: &[u32] = &[op::CONTROL_BARRIER_ARRIVE_EXT, op::CONTROL_BARRIER_WAIT_EXT];
const E: Place = Place::Operand(4);
const F: Place = Place::Operand(5);
const UNSIGNED: Set = INT.unsigned();

const GROUP: &str = "3.42.21";
const NON_UNIFORM: &str = "3.42.24";
const BARRIER: &str = "3.42.20";

/// The rules of the family.
pub const RULES: &[Rule] = &[
    rule("SPV-group-bool-result", NON_UNIFORM, "the result must be a bool", {
        Check::Op(BOOL_RESULTS, |x| x.is_not(R, BOOL))
    }),
    rule("SPV-group-predicate", NON_UNIFORM, "the predicate must be a bool", {
        Check::Op(VOTES, |x| x.is_not(B, BOOL))
    }),
    rule(
        "SPV-group-all-equal-value",
        NON_UNIFORM,
        "the value must be a number, a bool, or a vector of them",
        { Check::Op(&[op::GROUP_NON_UNIFORM_ALL_EQUAL], |x| x.is_not(B, VALUES)) },
    ),
    rule("SPV-group-moved-type", NON_UNIFORM, "the result must be a number, a bool, or a vector of them", {
        Check::Op(MOVED, |x| x.is_not(R, VALUES))
    }),
    rule("SPV-group-moved-value", NON_UNIFORM, "the value must have the type of the result", {
        Check::Op(MOVED, |x| x.differ(R, B))
    }),
    rule("SPV-group-moved-by", NON_UNIFORM, "the id, mask or distance must be an unsigned integer", {
        Check::Op(MOVES, |x| x.is_not(C, UNSIGNED))
    }),
    rule("SPV-group-swap-constant", NON_UNIFORM, "the direction must be a constant", {
        Check::Op(&[op::GROUP_NON_UNIFORM_QUAD_SWAP], |x| x.is_no_constant(2))
    }),
    rule("SPV-group-broadcast-constant", NON_UNIFORM, "before version 1.5 the id must be a constant", {
        Check::Op(&[op::GROUP_NON_UNIFORM_BROADCAST, op::GROUP_NON_UNIFORM_QUAD_BROADCAST], |x| {
            Some(x.facts.version < 0x0001_0500 && x.is_no_constant(2)?)
        })
    }),
    rule("SPV-group-ballot-result", NON_UNIFORM, "the result must be a vector of four unsigned integers", {
        Check::Op(&[op::GROUP_NON_UNIFORM_BALLOT], |x| x.is_not(R, BALLOT))
    }),
    rule("SPV-group-ballot-predicate", NON_UNIFORM, "the predicate must be a bool", {
        Check::Op(&[op::GROUP_NON_UNIFORM_BALLOT], |x| x.is_not(B, BOOL))
    }),
    rule("SPV-group-ballot-value", NON_UNIFORM, "the value must be a vector of four unsigned integers", {
        Check::Op(BALLOTS_READ, |x| x.is_not(B, BALLOT))
    }),
    rule("SPV-group-ballot-index", NON_UNIFORM, "the index must be an unsigned integer", {
        Check::Op(&[op::GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT], |x| x.is_not(C, UNSIGNED))
    }),
    rule("SPV-group-ballot-count", NON_UNIFORM, "the result must be an unsigned integer", {
        Check::Op(COUNTS, |x| x.is_not(R, UNSIGNED))
    }),
    rule("SPV-group-bit-count-value", NON_UNIFORM, "the value must be a vector of four unsigned integers", {
        Check::Op(&[op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT], |x| x.is_not(C, BALLOT))
    }),
    vulkan(
        "VUID-StandaloneSpirv-OpGroupNonUniformBallotBitCount-04685",
        "A",
        "the group operation must be Reduce, InclusiveScan or ExclusiveScan",
        Check::Op(&[op::GROUP_NON_UNIFORM_BALLOT_BIT_COUNT], |x| {
            Some(![g::REDUCE, g::INCLUSIVE_SCAN, g::EXCLUSIVE_SCAN].contains(&operation(x)?))
        }),
    ),
    rule("SPV-group-float-arithmetic", NON_UNIFORM, "the result must be a float or a vector of floats", {
        Check::Op(FLOAT_ARITHMETIC, |x| x.is_not(R, FLOATS))
    }),
    rule("SPV-group-int-arithmetic", NON_UNIFORM, "the result must be an integer or a vector of integers", {
        Check::Op(INT_ARITHMETIC, |x| x.is_not(R, INTS))
    }),
    rule("SPV-group-unsigned-arithmetic", NON_UNIFORM, "the result must be unsigned", {
        Check::Op(UNSIGNED_ARITHMETIC, |x| x.is_not(R, INTS.unsigned()))
    }),
    rule("SPV-group-logical", NON_UNIFORM, "the result must be a bool or a vector of bools", {
        Check::Op(LOGICAL, |x| x.is_not(R, BOOLS))
    }),
    rule("SPV-group-arithmetic-value", NON_UNIFORM, "the value must have the type of the result", {
        Check::Op(ARITHMETIC, |x| x.differ(R, C))
    }),
    rule("SPV-group-partition-missing", NON_UNIFORM, "a partitioned operation needs a ballot", {
        Check::Op(ARITHMETIC, |x| Some(is_partitioned(x)? && x.param(3).is_none()))
    }),
    rule("SPV-group-partition-ballot", NON_UNIFORM, "the ballot must be a vector of four integers", {
        Check::Op(ARITHMETIC, |x| Some(is_partitioned(x)? && x.is_not(D, INT.vector(4))?))
    }),
    rule("SPV-group-cluster-type", NON_UNIFORM, "the cluster size must be an unsigned integer", {
        Check::Op(ARITHMETIC, |x| Some(!is_partitioned(x)? && x.is_not(D, UNSIGNED)?))
    }),
    rule("SPV-group-cluster-constant", NON_UNIFORM, "the cluster size must be a constant", {
        Check::Op(ARITHMETIC, |x| Some(!is_partitioned(x)? && x.is_no_constant(3)?))
    }),
    rule("SPV-group-rotate-cluster-type", NON_UNIFORM, "the cluster size must be an unsigned integer", {
        Check::Op(&[op::GROUP_NON_UNIFORM_ROTATE_KHR], |x| x.is_not(D, UNSIGNED))
    }),
    rule("SPV-group-rotate-cluster-constant", NON_UNIFORM, "the cluster size must be a constant", {
        Check::Op(&[op::GROUP_NON_UNIFORM_ROTATE_KHR], |x| x.is_no_constant(3))
    }),
    rule("SPV-group-rotate-cluster-power", NON_UNIFORM, "the cluster size must be a power of two", {
        Check::Op(&[op::GROUP_NON_UNIFORM_ROTATE_KHR], |x| {
            Some(!x.constant(x.value_at(3)?)?.is_power_of_two())
        })
    }),
    rule("SPV-group-broadcast-type", GROUP, "the result must be a number, a bool, or a vector of them", {
        Check::Op(&[op::GROUP_BROADCAST], |x| x.is_not(R, VALUES))
    }),
    rule("SPV-group-broadcast-value", GROUP, "the value must have the type of the result", {
        Check::Op(&[op::GROUP_BROADCAST], |x| x.differ(R, B))
    }),
    rule("SPV-group-float", GROUP, "the result must be a float or a vector of floats", {
        Check::Op(GROUP_FLOATS, |x| x.is_not(R, FLOATS))
    }),
    rule("SPV-group-int", GROUP, "the result must be an integer or a vector of integers", {
        Check::Op(GROUP_INTS, |x| x.is_not(R, INTS))
    }),
    rule("SPV-group-value", GROUP, "the value must have the type of the result", {
        Check::Op(GROUP_ARITHMETIC, |x| x.differ(R, C))
    }),
    rule("SPV-group-copy-result", GROUP, "the result must be an event", {
        Check::Op(COPY, |x| x.is_not_opcode(R, op::TYPE_EVENT))
    }),
    rule("SPV-group-copy-destination", GROUP, "the destination must point to Workgroup or CrossWorkgroup", {
        Check::Op(COPY, |x| {
            Some(x.is_no_pointer(B)? || x.points_outside(B, &[s::WORKGROUP, s::CROSS_WORKGROUP])?)
        })
    }),
    rule("SPV-group-copy-type", GROUP, "the destination must point to a number or a vector of numbers", {
        Check::Op(COPY, |x| x.points_to_no(B, super::typing::NUMBERS))
    }),
    rule("SPV-group-copy-source-type", GROUP, "the source must point to the type of the destination", {
        Check::Op(COPY, |x| Some(x.pointee_at(B)? != x.pointee_at(C)?))
    }),
    rule("SPV-group-copy-source", GROUP, "a copy is between Workgroup and CrossWorkgroup", {
        Check::Op(COPY, |x| {
            let other = match x.shape_at(B)?.storage {
                s::WORKGROUP => s::CROSS_WORKGROUP,
                s::CROSS_WORKGROUP => s::WORKGROUP,
                _ => return None,
            };
            x.points_outside(C, &[other])
        })
    }),
    rule("SPV-group-copy-count", GROUP, "the number of elements must be as wide as an address", {
        Check::Op(COPY, |x| x.is_not(D, INT.width(address_width(x))))
    }),
    rule("SPV-group-copy-stride", GROUP, "the stride must be as wide as an address", {
        Check::Op(COPY, |x| x.is_not(E, INT.width(address_width(x))))
    }),
    rule("SPV-group-copy-event", GROUP, "the event must be one", {
        Check::Op(COPY, |x| x.is_not_opcode(F, op::TYPE_EVENT))
    }),
    rule("SPV-group-wait-count", GROUP, "the number of events must be a 32-bit integer", {
        Check::Op(WAIT, |x| x.is_not(B, INT32))
    }),
    rule("SPV-group-wait-pointer", GROUP, "the events must be given by a pointer", {
        Check::Op(WAIT, |x| x.is_no_pointer(C))
    }),
    rule("SPV-group-wait-events", GROUP, "the pointer must be to events", {
        Check::Op(WAIT, |x| {
            let view = crate::types::view(x.ctx(), x.pointee_at(C)?);
            Some(view.is_none_or(|(opcode, _)| opcode != op::TYPE_EVENT))
        })
    }),
    rule("SPV-barrier-named-result", BARRIER, "the result must be a named barrier", {
        Check::Op(&[op::NAMED_BARRIER_INITIALIZE], |x| x.is_not_opcode(R, op::TYPE_NAMED_BARRIER))
    }),
    rule("SPV-barrier-named-count", BARRIER, "the number of subgroups must be a 32-bit integer", {
        Check::Op(&[op::NAMED_BARRIER_INITIALIZE], |x| x.is_not(A, INT32))
    }),
    rule("SPV-barrier-named", BARRIER, "the barrier must be a named barrier", {
        Check::Op(&[op::MEMORY_NAMED_BARRIER], |x| x.is_not_opcode(A, op::TYPE_NAMED_BARRIER))
    }),
    rule(
        "VUID-StandaloneSpirv-SplitBarrierEXT-13552",
        BARRIER,
        "only compute and kernel entry points have split barriers",
        Check::Op(SPLIT, |x| x.reached_outside(Models::of(&[m::GL_COMPUTE, m::KERNEL]))),
    ),
];

/// The group operation of an op that has a scope before it.
fn operation(x: &OpSubject<'_>) -> Option<u32> {
    u32::try_from(x.number(x.param(1)?)?).ok()
}

fn is_partitioned(x: &OpSubject<'_>) -> Option<bool> {
    let partitioned =
        [g::PARTITIONED_REDUCE_EXT, g::PARTITIONED_INCLUSIVE_SCAN_EXT, g::PARTITIONED_EXCLUSIVE_SCAN_EXT];
    Some(partitioned.contains(&operation(x)?))
}

fn address_width(x: &OpSubject<'_>) -> u32 {
    if x.facts.addressing_model == addressing_model::PHYSICAL64 { 64 } else { 32 }
}
