//! Folds and canonicalization patterns of the dialect
//!
//! The overlay ([`crate::overlay`]) assigns folds and patterns to ops.
//!
//! - [`evaluate`] computes ops on constants: per lane (`int`, `float`, `compare`, `convert`, `glsl`), or for all lanes
//!   together (`composite_values`, `matrix`).
//! - `identity`, `value` and `bounds` find an existing value or constant that is the result of an op.
//! - `rewrite`, `pairs`, `factors`, `composite`, `copy`, `chain`, `access`, `load` and `selection` are patterns that
//!   replace ops with other ops.
//! - `fast_math` has inexact patterns. They apply only to ops that permit inexact results.
//!
//! All folds and patterns except `fast_math` are exact. They skip results that the specification leaves undefined or
//! unspecified, and results that an execution mode ([`Facts`]) or a decoration could change.

pub(crate) mod access;
pub(crate) mod bounds;
pub(crate) mod chain;
pub(crate) mod clamp;
pub(crate) mod compare;
pub(crate) mod composite;
pub(crate) mod composite_values;
pub mod constant;
pub(crate) mod convert;
pub(crate) mod copy;
pub mod decorations;
pub(crate) mod factors;
pub(crate) mod facts;
pub(crate) mod fast_math;
pub(crate) mod float;
pub mod global_constants;
pub(crate) mod glsl;
pub(crate) mod identity;
pub(crate) mod int;
pub(crate) mod lane;
pub(crate) mod load;
pub(crate) mod matrix;
pub(crate) mod pairs;
pub(crate) mod rewrite;
pub(crate) mod selection;
pub(crate) mod value;

pub use clamp::clamp_of_selects;
pub use composite::rewrite_inserts;
pub use facts::{Facts, module_facts, target_facts};
pub use fast_math::{add_fast_math, contract};
pub use float::{decode as decode_float, encode as encode_float};
pub use rewrite::undef_attrs;
pub use selection::SELECTION;

use crate::generated::opcodes::UNDEF;
use crate::overlay::{CORE_FOLDS, GLSL_FOLDS};
use crate::structure::{CONSTANT, REFERENCE_OF};
use crate::table::core_index;
use crate::types;
use composite_values::ValueFoldFn;
use identity::Identity;
use lane::LaneFn;
use spv_ir::dialect::OpRow;
use spv_ir::{Attribute, Body, Context, FoldFn, Folded, Folding, Op, Value};

/// The folds of an opcode, as listed in the overlay.
#[derive(Clone, Copy)]
pub(crate) struct FoldRule {
    /// Function that evaluates constants for one lane.
    pub lane: Option<LaneFn>,
    /// Function that evaluates constants for all lanes together.
    pub whole: Option<ValueFoldFn>,
    pub identities: &'static [Identity],
    pub folds: &'static [FoldFn],
}

impl FoldRule {
    pub const NONE: FoldRule = FoldRule { lane: None, whole: None, identities: &[], folds: &[] };

    pub const fn is_none(&self) -> bool {
        self.lane.is_none() && self.whole.is_none() && self.identities.is_empty() && self.folds.is_empty()
    }
}

fn rule(row: &OpRow) -> Option<&'static FoldRule> {
    if row.set == 0 {
        CORE_FOLDS.get(core_index(row.opcode)?)
    } else if row.set == crate::generated::opcodes::set::GLSL {
        GLSL_FOLDS.get(row.opcode as usize)
    } else {
        None
    }
}

/// A function that returns the constant value of the operand with this index, if known.
pub type Constants<'a> = &'a dyn Fn(usize) -> Option<Attribute>;

/// Evaluates an op to a constant attribute of the result's type. `constant` returns the value of an operand if it is
/// constant. Operands that do not affect the result may be unknown.
pub fn evaluate(
    ctx: &Context,
    body: &Body,
    op: Op,
    facts: Facts,
    constant: Constants<'_>,
) -> Option<Attribute> {
    if body.result_count(op) != 1 {
        return None;
    }
    let rule = rule(ctx.registry().op(body.def(op)).row)?;
    if let Some(whole) = rule.whole {
        return whole(&composite_values::ValueFold { ctx, body, op, facts, constant });
    }
    let function = rule.lane?;
    let operands = lane::operands(ctx, body, op, constant)?;
    if !decorations::computes_plainly(ctx, body, op) {
        return None;
    }
    let ty = body.value_type(body.result(op, 0));
    let shape = constant::shape(ctx, ty)?;
    let lanes = lane::evaluate(facts, function, shape, &operands)?;
    Some(constant::from_lanes(ctx, ty, shape, &lanes))
}

/// Folds an op of the dialect to a constant or an existing value. Returns `None` if the op cannot be folded.
pub(crate) fn fold(f: Folding<'_>, op: Op) -> Option<Folded> {
    let def = f.ctx.registry().op(f.body.def(op));
    let facts = Facts::from_bits_truncate(f.facts);
    let constant = |index: usize| f.constant(f.body.operand(op, index));
    let has_constants = || facts.has_constants(f.ctx, f.body.value_type(f.body.result(op, 0)));
    if let Some(attr) = evaluate(f.ctx, f.body, op, facts, &constant) {
        return has_constants().then_some(Folded::Constant(attr));
    }
    let rule = rule(def.row)?;
    let folded = identity::apply(f, op, facts, rule.identities)
        .or_else(|| rule.folds.iter().find_map(|fold| fold(f, op)))?;
    match folded {
        Folded::Value(value) if !replaces(f, op, value) => None,
        Folded::Constant(_) if !has_constants() => None,
        folded => Some(folded),
    }
}

/// Returns whether `value` may replace the result of `op`. The value must have the same type, and all decorations of
/// `op` that do more than describe the computation.
fn replaces(f: Folding<'_>, op: Op, value: Value) -> bool {
    let result = f.body.result(op, 0);
    f.body.value_type(value) == f.body.value_type(result)
        && decorations::kept_by(f.ctx, f.body, op, value)
        && !is_constant_pointer(f, value)
}

/// Returns whether a value is an undefined, null or module-level constant pointer. Logical addressing allows copying
/// and passing such a pointer, but no memory access through it.
fn is_constant_pointer(f: Folding<'_>, value: Value) -> bool {
    let is_constant = |op: Op| {
        let row = f.ctx.registry().op(f.body.def(op)).row;
        let is_one_of = |rows: &[&OpRow]| rows.iter().any(|constant| std::ptr::eq(row, *constant));
        (row.set == 0 && row.opcode == UNDEF) || is_one_of(&[&CONSTANT, &REFERENCE_OF])
    };
    types::pointer(f.ctx, f.body.value_type(value)).is_some()
        && f.body.defining_op(value).is_some_and(is_constant)
}
