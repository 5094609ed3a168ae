//! Folds and canonicalization patterns of the dialect: tables of functions by opcode.
//!
//! - [`evaluate`] computes an operation whose operands are constants: lane by lane (`int`, `float`, `compare`,
//!   `convert`, `glsl`), or as a whole (`whole`, `matrix`).
//! - `identity`, `value` and `bounds` find what an operation equals without computing it.
//! - `rewrite`, `pairs`, `factors`, `composite`, `copy`, `chain`, `access`, `load` and `selection` are patterns: they replace operations by
//!   others.
//!
//! Nothing is folded that the specification leaves undefined or open, or that an execution mode of the module
//! ([`Facts`]) or a decoration of the operation could change.

mod access;
mod bounds;
mod chain;
mod clamp;
mod compare;
mod composite;
mod composite_values;
pub mod constant;
mod convert;
mod copy;
pub mod decorations;
mod factors;
mod facts;
mod float;
mod glsl;
mod identity;
mod int;
mod lane;
mod load;
mod matrix;
mod pairs;
mod rewrite;
mod selection;
mod value;

pub use clamp::clamp_of_selects;
pub use composite::rewrite_inserts;
pub use facts::{Facts, module_facts};
pub use float::encode as encode_float;
pub use selection::SELECTION;

use crate::generated::opcodes::UNDEF;
use crate::generated::ops::CORE;
use crate::structure::{CONSTANT, REFERENCE_OF};
use crate::table::core_index;
use crate::types;
use composite_values::ValueFoldFn;
use identity::Identity;
use lane::LaneFn;
use spv_ir::dialect::{OpDef, OpRow};
use spv_ir::{Attribute, Body, Context, FoldFn, Folded, Folding, Op, RewriteFn, Value};

/// What is known of the operations of an opcode.
#[derive(Clone, Copy)]
struct Rule {
    lane: Option<LaneFn>,
    whole: Option<ValueFoldFn>,
    identities: &'static [Identity],
    folds: &'static [FoldFn],
}

const NO_RULE: Rule = Rule { lane: None, whole: None, identities: &[], folds: &[] };

/// Numbers of the instructions of `GLSL.std.450` are below.
const GLSL_COUNT: usize = 82;

static CORE_RULES: [Rule; CORE.len()] = {
    let mut rules = [NO_RULE; CORE.len()];
    const LANES: [&[(u32, LaneFn)]; 4] = [int::LANES, float::LANES, compare::LANES, convert::LANES];
    let mut i = 0;
    while i < LANES.len() {
        let mut k = 0;
        while k < LANES[i].len() {
            rules[place(LANES[i][k].0)].lane = Some(LANES[i][k].1);
            k += 1;
        }
        i += 1;
    }
    let mut i = 0;
    while i < composite_values::WHOLE.len() {
        rules[place(composite_values::WHOLE[i].0)].whole = Some(composite_values::WHOLE[i].1);
        i += 1;
    }
    let mut i = 0;
    while i < identity::IDENTITIES.len() {
        rules[place(identity::IDENTITIES[i].0)].identities = identity::IDENTITIES[i].1;
        i += 1;
    }
    let mut i = 0;
    while i < value::FOLDS.len() {
        rules[place(value::FOLDS[i].0)].folds = value::FOLDS[i].1;
        i += 1;
    }
    rules
};

static GLSL_RULES: [Rule; GLSL_COUNT] = {
    let mut rules = [NO_RULE; GLSL_COUNT];
    let mut i = 0;
    while i < glsl::LANES.len() {
        rules[glsl::LANES[i].0 as usize].lane = Some(glsl::LANES[i].1);
        i += 1;
    }
    let mut i = 0;
    while i < identity::GLSL.len() {
        rules[identity::GLSL[i].0 as usize].identities = identity::GLSL[i].1;
        i += 1;
    }
    let mut i = 0;
    while i < bounds::GLSL_FOLDS.len() {
        rules[bounds::GLSL_FOLDS[i].0 as usize].folds = bounds::GLSL_FOLDS[i].1;
        i += 1;
    }
    rules
};

const fn place(opcode: u32) -> usize {
    match core_index(opcode) {
        Some(index) => index,
        None => panic!("a fold for an opcode that does not exist"),
    }
}

fn rule(row: &OpRow) -> Option<&'static Rule> {
    if row.set == 0 {
        CORE_RULES.get(core_index(row.opcode)?)
    } else if u32::from(row.set) == u32::from(crate::generated::opcodes::set::GLSL) {
        GLSL_RULES.get(row.opcode as usize)
    } else {
        None
    }
}

/// Adds folds and patterns to a definition.
pub(crate) const fn complete(mut def: OpDef) -> OpDef {
    let (set, opcode) = (def.row.set, def.row.opcode);
    if set == 0 {
        let rule = &CORE_RULES_FOLD[place(opcode)];
        if *rule {
            def.fold = Some(fold);
        }
        def.canonicalize = patterns(opcode);
    } else if set == crate::generated::opcodes::set::GLSL && has_glsl(opcode) {
        def.fold = Some(fold);
    }
    def
}

/// By row, whether it has a rule.
const CORE_RULES_FOLD: [bool; CORE.len()] = {
    let mut has = [false; CORE.len()];
    let mut i = 0;
    while i < CORE.len() {
        let opcode = CORE[i].opcode;
        has[i] = listed(int::LANES, opcode)
            || listed(float::LANES, opcode)
            || listed(compare::LANES, opcode)
            || listed(convert::LANES, opcode);
        i += 1;
    }
    let mut i = 0;
    while i < composite_values::WHOLE.len() {
        has[place(composite_values::WHOLE[i].0)] = true;
        i += 1;
    }
    let mut i = 0;
    while i < identity::IDENTITIES.len() {
        has[place(identity::IDENTITIES[i].0)] = true;
        i += 1;
    }
    let mut i = 0;
    while i < value::FOLDS.len() {
        has[place(value::FOLDS[i].0)] = true;
        i += 1;
    }
    has
};

const fn listed(table: &[(u32, LaneFn)], opcode: u32) -> bool {
    let mut i = 0;
    while i < table.len() {
        if table[i].0 == opcode {
            return true;
        }
        i += 1;
    }
    false
}

const fn has_glsl(opcode: u32) -> bool {
    let mut i = 0;
    while i < identity::GLSL.len() {
        if identity::GLSL[i].0 == opcode {
            return true;
        }
        i += 1;
    }
    let mut i = 0;
    while i < bounds::GLSL_FOLDS.len() {
        if bounds::GLSL_FOLDS[i].0 == opcode {
            return true;
        }
        i += 1;
    }
    listed(glsl::LANES, opcode)
}

/// Canonicalization patterns by opcode.
const PATTERNS: [&[(u32, &[RewriteFn])]; 5] =
    [rewrite::PATTERNS, composite::PATTERNS, copy::PATTERNS, chain::PATTERNS, access::PATTERNS];

const fn patterns(opcode: u32) -> &'static [RewriteFn] {
    let mut i = 0;
    while i < PATTERNS.len() {
        let mut k = 0;
        while k < PATTERNS[i].len() {
            if PATTERNS[i][k].0 == opcode {
                return PATTERNS[i][k].1;
            }
            k += 1;
        }
        i += 1;
    }
    &[]
}

/// The operand constants of an operation, by number.
pub type Constants<'a> = &'a dyn Fn(usize) -> Option<Attribute>;

/// The constant that an operation of constants gives: a constant attribute of the result's type. `constant` says
/// what is known of each operand; operands that decide nothing may be unknown.
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

/// The fold of all operations of the dialect that have one.
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

/// Whether a value may represent the result of an operation: it has its type, and the decorations that say
/// more than how exactly the operation computes.
fn replaces(f: Folding<'_>, op: Op, value: Value) -> bool {
    let result = f.body.result(op, 0);
    f.body.value_type(value) == f.body.value_type(result)
        && decorations::kept_by(f.ctx, f.body, op, value)
        && !is_constant_pointer(f, value)
}

/// Whether a value is a pointer that leads nowhere: undefined, null, or a module-level constant. In logical addressing it
/// may be copied and passed, but memory may not be accessed by it.
fn is_constant_pointer(f: Folding<'_>, value: Value) -> bool {
    let is_constant = |op: Op| {
        let row = f.ctx.registry().op(f.body.def(op)).row;
        let is_one_of = |rows: &[&OpRow]| rows.iter().any(|constant| std::ptr::eq(row, *constant));
        (row.set == 0 && row.opcode == UNDEF) || is_one_of(&[&CONSTANT, &REFERENCE_OF])
    };
    types::pointer(f.ctx, f.body.value_type(value)).is_some()
        && f.body.defining_op(value).is_some_and(is_constant)
}
