//! Folds nested selects that limit a value to a `GLSL.std.450` clamp

use super::Facts;
use super::constant::{self, NumericType, Scalar};
use super::decorations::can_merge;
use super::float;
use super::lane::{self, Lane, LaneFn};
use super::rewrite::{New, substitute};
use super::value::{defined_by, opcode};
use crate::generated::opcodes::*;
use crate::generated::views::Select;
use spv_ir::rewrite::is_used;
use spv_ir::{Folding, Op, Rewriter, Value};

/// Comparison opcodes, each with the corresponding clamp instruction and a check that the bounds are in order.
const CLAMPS: [(u32, u32, LaneFn); 6] = [
    (F_ORD_LESS_THAN, glsl::F_CLAMP, floats_in_order),
    (F_ORD_LESS_THAN_EQUAL, glsl::F_CLAMP, floats_in_order),
    (S_LESS_THAN, glsl::S_CLAMP, |l| Some((l.signed(0) <= l.signed(1)).into())),
    (S_LESS_THAN_EQUAL, glsl::S_CLAMP, |l| Some((l.signed(0) <= l.signed(1)).into())),
    (U_LESS_THAN, glsl::U_CLAMP, |l| Some((l.unsigned(0) <= l.unsigned(1)).into())),
    (U_LESS_THAN_EQUAL, glsl::U_CLAMP, |l| Some((l.unsigned(0) <= l.unsigned(1)).into())),
];

fn floats_in_order(l: &Lane) -> Option<u64> {
    let in_order = float::value(l, 0)? <= float::value(l, 1)?;
    Some((in_order && !matches!(l.from[0], Scalar::Float(kind) if l.facts.keeps_special(kind))).into())
}

/// Replaces `mid < max ? mid : max`, where `mid` is `min < x ? x : min`, with a clamp. Requires constant bounds with
/// `min <= max`. The clamp of a NaN is unspecified, so the pattern does not apply if an execution mode preserves NaNs.
/// Erases unused ops of the old expression.
pub fn clamp_of_selects(r: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(clamp) = find(r.folding(), op) else { return false };
    let [condition, chosen] = r.first_operands(op);
    let operands = [clamp.value, clamp.min, clamp.max];
    if !substitute(r, op, New { set: set::GLSL, ..New::of(clamp.opcode, &operands) }) {
        return false;
    }
    for part in [condition, chosen] {
        erase_unused(r, part);
    }
    true
}

struct Clamp {
    opcode: u32,
    value: Value,
    min: Value,
    max: Value,
}

fn find(f: Folding<'_>, op: Op) -> Option<Clamp> {
    let facts = Facts::from_bits_truncate(f.facts);
    if facts.contains(Facts::OPENCL) {
        return None;
    }
    let outer = Choice::of(f, op)?;
    let inner = Choice::of(f, defined_by(f, outer.smaller, SELECT)?)?;
    let (_, clamp, in_order) = CLAMPS.iter().find(|(compare, ..)| *compare == outer.compare)?;
    // The outer select must choose `mid` if `mid < max`; the inner select must choose `x` if `min < x`.
    let (mid, max) = (outer.smaller, outer.larger);
    let (min, value) = (inner.smaller, inner.larger);
    if inner.compare != outer.compare
        || outer.chosen != mid
        || outer.other != max
        || inner.chosen != value
        || inner.other != min
    {
        return None;
    }
    let shape = constant::shape(f.ctx, f.body.value_type(max))?;
    let bound = |value: Value| Some((shape, constant::lanes(f.ctx, shape, f.constant(value)?)?));
    let verdict = NumericType { scalar: Scalar::Bool, ..shape };
    let lanes = lane::evaluate(facts, *in_order, verdict, &[bound(min)?, bound(max)?])?;
    lanes.iter().all(|&lane| lane == 1).then_some(Clamp { opcode: *clamp, value, min, max })
}

/// The expression `smaller < larger ? chosen : other`.
struct Choice {
    compare: u32,
    smaller: Value,
    larger: Value,
    chosen: Value,
    other: Value,
}

impl Choice {
    fn of(f: Folding<'_>, select: Op) -> Option<Choice> {
        let [condition, chosen, other] = f.body.first_operands(select);
        let compare = f.body.defining_op(condition)?;
        if !can_merge(f.ctx, f.body, compare) || f.body.operand_count(compare) != 2 {
            return None;
        }
        let [smaller, larger] = f.body.first_operands(compare);
        Some(Choice { compare: opcode(f, compare)?, smaller, larger, chosen, other })
    }
}

/// Erases a comparison or select if it has no uses. After a select, also erases its comparison if that is then unused.
fn erase_unused(r: &mut Rewriter<'_>, value: Value) {
    if is_used(r.ctx(), r, value) {
        return;
    }
    let Some(op) = r.defining_op(value).filter(|&op| can_merge(r.ctx(), r, op)) else { return };
    let condition = Select::cast(r, op).map(|select| select.condition());
    r.erase(op);
    if let Some(condition) = condition
        && !is_used(r.ctx(), r, condition)
        && let Some(compare) = r.defining_op(condition).filter(|&op| can_merge(r.ctx(), r, op))
    {
        r.erase(compare);
    }
}
