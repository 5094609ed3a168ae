//! Capabilities that rules require for types and literal operands

use super::dispatch::{self, type_opcode};
use super::facts::Facts;
use super::rule::{Check, Rule};
use super::subject::{OpSubject, TypeSubject};
use spv_dialect::table::core_row;
use spv_ir::dialect::OpRow;
use spv_ir::{Body, Op, Type};

/// Returns the grammar entry of the instruction that an op represents in the binary.
pub(crate) fn instruction_of(facts: &Facts<'_>, body: &Body, op: Op) -> &'static OpRow {
    let row = facts.ctx.registry().op(body.def(op)).row;
    core_row(dispatch::opcode_of(body.def(op))).unwrap_or(row)
}

/// Returns lists of capabilities that the rules require for an op. One capability of each list must be declared.
pub(crate) fn needs_of_op(facts: &Facts<'_>, body: &Body, op: Op) -> Vec<&'static [u32]> {
    let def = body.def(op);
    let subject = OpSubject::new(facts, body, op, dispatch::opcode_of(def), None);
    let needs = |rule: &Rule| match rule.check {
        Check::Needs(_, needs) | Check::ShaderNeeds(_, needs) => needs(&subject),
        _ => None,
    };
    facts.dispatch.needs(def).filter_map(needs).collect()
}

/// Returns lists of capabilities that the rules require for a type. One capability of each list must be declared.
pub(crate) fn needs_of_type(facts: &Facts<'_>, ty: Type) -> Vec<&'static [u32]> {
    let Some(opcode) = type_opcode(facts.ctx, ty) else { return Vec::new() };
    let needs = |rule: &Rule| match rule.check {
        Check::TypeNeeds(_, needs) => needs(&TypeSubject { facts, ty, opcode }),
        _ => None,
    };
    facts.dispatch.type_needs(opcode).filter_map(needs).collect()
}
