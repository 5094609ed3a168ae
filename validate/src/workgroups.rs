//! Validation of workgroup operations, asynchronous copies and named barriers
//!
//! Scopes and memory semantics are checked by the module `scopes`.

use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use super::typing::{FLOATS, INT, INT32, INTS, VALUES, declared_by};
use crate::models::Models;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{addressing_model, execution_model as m, storage_class as s};
use spv_dialect::verify::rule::{A, B, C, D, OpValue, R};

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
const E: OpValue = OpValue::Operand(4);
const F: OpValue = OpValue::Operand(5);

const GROUP: &str = "3.42.21";
const BARRIER: &str = "3.42.20";

/// Validation rules for workgroup operations.
pub const RULES: &[Rule] = &[
    rule("SPV-group-broadcast-type", GROUP, "the result must be a number, a bool, or a vector of them", {
        Check::TypeIn(&[op::GROUP_BROADCAST], R, VALUES)
    }),
    rule("SPV-group-broadcast-value", GROUP, "the value must have the type of the result", {
        Check::SameType(&[op::GROUP_BROADCAST], R, B)
    }),
    rule("SPV-group-float", GROUP, "the result must be a float or a vector of floats", {
        Check::TypeIn(GROUP_FLOATS, R, FLOATS)
    }),
    rule("SPV-group-int", GROUP, "the result must be an integer or a vector of integers", {
        Check::TypeIn(GROUP_INTS, R, INTS)
    }),
    rule("SPV-group-value-reduced", GROUP, "the value must have the type of the result", {
        Check::SameType(GROUP_ARITHMETIC, R, C)
    }),
    rule("SPV-group-copy-result", GROUP, "the result must be an event", {
        Check::TypeIn(COPY, R, declared_by(op::TYPE_EVENT))
    }),
    rule(
        "SPV-group-copy-destination",
        GROUP,
        "the destination must be in storage class Workgroup or CrossWorkgroup",
        Check::BySignature(COPY, |x| {
            Some(x.is_pointer(B)? && x.points_into(B, &[s::WORKGROUP, s::CROSS_WORKGROUP])?)
        }),
    ),
    rule("SPV-group-copy-type", GROUP, "the destination must point to a number or a vector of numbers", {
        Check::BySignature(COPY, |x| x.points_to(B, super::typing::NUMBERS))
    }),
    rule(
        "SPV-group-copy-source-type",
        GROUP,
        "the source must point to the pointee type of the destination",
        Check::BySignature(COPY, |x| Some(x.pointee_at(B)? == x.pointee_at(C)?)),
    ),
    rule("SPV-group-copy-source", GROUP, "a copy must be between Workgroup and CrossWorkgroup", {
        Check::BySignature(COPY, |x| {
            let other = match x.shape_at(B)?.storage {
                s::WORKGROUP => s::CROSS_WORKGROUP,
                s::CROSS_WORKGROUP => s::WORKGROUP,
                _ => return None,
            };
            x.points_into(C, &[other])
        })
    }),
    rule("SPV-group-copy-count", GROUP, "the number of elements must be as wide as an address", {
        Check::BySignature(COPY, |x| x.is_in(D, INT.width(address_width(x))))
    }),
    rule("SPV-group-copy-stride", GROUP, "the stride must be as wide as an address", {
        Check::BySignature(COPY, |x| x.is_in(E, INT.width(address_width(x))))
    }),
    rule("SPV-group-copy-event", GROUP, "the event must be of OpTypeEvent", {
        Check::TypeIn(COPY, F, declared_by(op::TYPE_EVENT))
    }),
    rule("SPV-group-wait-count", GROUP, "the number of events must be a 32-bit integer", {
        Check::TypeIn(WAIT, B, INT32)
    }),
    rule("SPV-group-wait-pointer", GROUP, "the event list must be a pointer", {
        Check::BySignature(WAIT, |x| x.is_pointer(C))
    }),
    rule("SPV-group-wait-events", GROUP, "the pointer must point to events", {
        Check::BySignature(WAIT, |x| {
            let view = spv_dialect::types::view(x.ctx(), x.pointee_at(C)?);
            Some(view.is_some_and(|(opcode, _)| opcode == op::TYPE_EVENT))
        })
    }),
    rule("SPV-barrier-named-result", BARRIER, "the result must be a named barrier", {
        Check::TypeIn(&[op::NAMED_BARRIER_INITIALIZE], R, declared_by(op::TYPE_NAMED_BARRIER))
    }),
    rule("SPV-barrier-named-count", BARRIER, "the number of subgroups must be a 32-bit integer", {
        Check::TypeIn(&[op::NAMED_BARRIER_INITIALIZE], A, INT32)
    }),
    rule("SPV-barrier-named", BARRIER, "the barrier must be a named barrier", {
        Check::TypeIn(&[op::MEMORY_NAMED_BARRIER], A, declared_by(op::TYPE_NAMED_BARRIER))
    }),
    rule(
        "VUID-StandaloneSpirv-SplitBarrierEXT-13552",
        BARRIER,
        "split barriers are allowed only in compute and kernel entry points",
        Check::Op(SPLIT, |x| x.reached_only_by(Models::of(&[m::GL_COMPUTE, m::KERNEL]))),
    ),
];

fn address_width(x: &OpSubject<'_>) -> u32 {
    if x.facts.addressing_model == addressing_model::PHYSICAL64 { 64 } else { 32 }
}
