//! The capabilities that rules ask for because of types and literals, for the deduction of capabilities.

use super::dispatch::type_opcode;
use super::facts::Facts;
use super::subject::{OpSubject, TypeSubject};
use crate::table::core_row;
use spv_ir::dialect::OpRow;
use spv_ir::{Body, Op, Type};

/// The row of the instruction that an op represents.
pub(crate) fn instruction_of(facts: &Facts<'_>, body: &Body, op: Op) -> &'static OpRow {
    let row = facts.ctx.registry().op(body.def(op)).row;
    core_row(facts.dispatch.opcode(body.def(op))).unwrap_or(row)
}

/// The capabilities that an op needs by the rules of all environments: any of each list.
pub(crate) fn needs_of_op(facts: &Facts<'_>, body: &Body, op: Op) -> Vec<&'static [u32]> {
    let of_op = &facts.dispatch.ops[usize::from(body.def(op).0)];
    let subject = OpSubject::new(facts, (body, op), of_op.opcode, None);
    of_op.checks.needs.iter().filter_map(|(_, needs)| needs(&subject)).collect()
}

/// The capabilities that a type needs by the rules of all environments: any of each list.
pub(crate) fn needs_of_type(facts: &Facts<'_>, ty: Type) -> Vec<&'static [u32]> {
    let Some(opcode) = type_opcode(facts.ctx, ty) else { return Vec::new() };
    let rules = facts.dispatch.type_needs.get(&opcode).into_iter().flatten();
    rules.filter_map(|(_, needs)| needs(&TypeSubject { facts, ty, opcode })).collect()
}
