//! Simplification by integer ranges (`int-range-optimizations`)

mod cases;
mod rules;

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::ranges::{Range, Ranges, width};
use crate::support::values::Constants;
use crate::transforms::simplify_cfg::erase_unreached;
use cases::drop_cases;
use rules::{Rules, undone};
use smallvec::SmallVec;
use spv_dialect::fold::constant;
use spv_dialect::fold::decorations::kept_by;
use spv_dialect::generated::opcodes::{glsl, set};
use spv_dialect::spv;
use spv_ir::dialect::{OpDefId, Traits};
use spv_ir::rewrite::{constant_of, is_used, program_uses};
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostics, InsertPoint, NewOp, Op, Signedness, Type, TypeData,
    Value, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces values whose range is a single value by constants. Replaces operations that have \
                  no effect, given the ranges of their operands, by an operand: a mask of bits that are \
                  already 0, a remainder of a smaller number, a clamp that never applies, a division that \
                  undoes a multiplication without wrapping. Replaces signed operations on non-negative \
                  numbers by unsigned ones, or by a shift or mask. Rewrites `x + c1 < c2` to a comparison \
                  of `x` if the sum does not wrap, and narrows 64-bit operations on 32-bit numbers. Removes \
                  switch cases that the selector never takes. The ranges take into account branches on \
                  comparisons that dominate a use, and limits of built-in variables derived from the \
                  workgroup size and `spv.target_env`.",
    before: "%x = spv.BitwiseAnd %a, %c15 : i32\n%y = spv.UMod %x, %c16 : i32\n%b = spv.ULessThan %x, %c16 : i32",
    after: "%y = spv.BitwiseAnd %a, %c15 : i32\n%b = spv.Constant true",
    statistics: &[
        ("constants", "Values replaced by constants"),
        ("operands", "Operations replaced by an operand"),
        ("unsigned", "Signed operations replaced by unsigned ones"),
        ("cheaper", "Operations replaced by cheaper ones"),
        ("cases", "Switch cases removed"),
    ],
    ..PassInfo::new(
        "int-range-optimizations",
        "Simplify operations by integer ranges",
        ControlFlow::SpvOnly,
        |_| Ok(Work::function(run)),
    )
};

/// Signed operations, each with the unsigned operation that is equivalent for non-negative operands.
const UNSIGNED: [(OpDefId, OpDefId); 5] = [
    (spv::SDiv::ID, spv::UDiv::ID),
    (spv::SRem::ID, spv::UMod::ID),
    (spv::SMod::ID, spv::UMod::ID),
    (spv::ShiftRightArithmetic::ID, spv::ShiftRightLogical::ID),
    (spv::SConvert::ID, spv::UConvert::ID),
];

/// Maximum number of rounds. Values that a round creates have no ranges until the next round.
const MOST_ROUNDS: usize = 2;

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    if !may_change(function) {
        return Ok(());
    }
    let mut counts = [0; 5];
    for _ in 0..MOST_ROUNDS {
        let before = counts;
        simplify(function, &mut counts);
        if counts == before {
            break;
        }
    }
    for (index, count) in counts.into_iter().enumerate() {
        function.count(index, count);
    }
    Ok(())
}

/// Returns whether range analysis may simplify more than constant folding does. This requires that the function
/// computes with integers, reads built-in variables with known ranges, or reuses a branch condition. Many shaders do
/// none of these.
fn may_change(function: &Function<'_>) -> bool {
    let (ctx, body) = (function.ctx, &*function.body);
    let width_of = |value: Value| width(ctx, body.value_type(value));
    // The value of a Boolean is known only in code that a branch on it dominates.
    let is_used_again = |condition: Value| program_uses(ctx, body, condition).nth(1).is_some();
    let counts = |value: Value| width_of(value).is_some_and(|width| width > 1 || is_used_again(value));
    let tells = |op: Op| match body.def(op) {
        spv::Switch::ID => true,
        spv::BranchConditional::ID => body.own_operands(op).next().is_some_and(is_used_again),
        def => {
            let pure = ctx.registry().op(def).traits.contains(Traits::PURE);
            pure && body.results(op).any(|value| width_of(value).is_some()) && body.operands(op).any(counts)
        }
    };
    !function.limits.is_empty() || walk::ops(body).any(tells)
}

/// Returns whether an edge forwards `value` as a successor operand. Forwarded values, and the operations that define
/// them, are preserved. Drivers recognize counted loops by their start and step, and do not unroll a loop whose next
/// value is a constant.
fn is_passed(body: &Body, value: Value) -> bool {
    body.uses(value).any(|(user, index)| index >= body.own_operands(user).len())
}

/// Simplifies all ops, using the ranges of the current body. Adds the number of changes of each category to `counts`.
fn simplify(function: &mut Function<'_>, counts: &mut [u64; 5]) {
    let (ctx, facts) = (function.ctx, function.facts);
    let ranges = function.analysis::<Ranges>();
    let body = &mut *function.body;
    let ops: Vec<Op> = walk::ops(body).collect();
    let mut constants = Constants::default();
    let dropped = counts[4];
    for op in ops {
        if body.region_count(op) > 0 {
            continue;
        }
        if body.def(op) == spv::Switch::ID {
            let cases = drop_cases(ctx, &ranges, body, op);
            counts[4] += cases;
            if cases > 0 {
                continue;
            }
        }
        // Leave unused ops to dce.
        if body.result_count(op) > 0 && !body.results(op).any(|result| is_used(ctx, body, result)) {
            continue;
        }
        // Preserve values that an edge forwards (see `is_passed`).
        let is_terminator = ctx.registry().op(body.def(op)).traits.contains(Traits::TERMINATOR);
        if is_terminator && ![spv::BranchConditional::ID, spv::Switch::ID].contains(&body.def(op)) {
            continue;
        }
        let constants = &mut constants;
        let mut rules = Rules { ctx, facts, ranges: &ranges, body: &mut *body, constants };
        counts[0] += replace_operands(&mut rules, op);
        if let Some(kind) = replace_result(&mut rules, op) {
            counts[kind] += 1;
        }
    }
    // If a block that branches to a continue target becomes unreachable, validators consider it to be outside of the
    // loop.
    if counts[4] > dropped {
        erase_unreached(ctx, body);
    }
}

/// Replaces operands that have a single possible value at their use by an op. Returns the number of replaced operands.
fn replace_operands(rules: &mut Rules<'_>, op: Op) -> u64 {
    let Rules { ctx, facts, ranges, body, constants } = rules;
    if body.results(op).any(|result| is_passed(body, result)) {
        return 0;
    }
    let operands: SmallVec<[(usize, Value); 4]> = body.own_operands(op).enumerate().collect();
    let mut replaced = 0;
    for (index, value) in operands {
        if let Some(attr) = ranges.at(op, value).and_then(|range| single(ctx, body, value, range))
            && facts.has_constants(ctx, body.value_type(value))
        {
            let ty = body.value_type(value);
            let constant = constants.get(body, ty, attr);
            Builder::new(body).set_operand(op, index, constant);
            replaced += 1;
        }
    }
    replaced
}

/// Replaces the result of a pure op with a simpler value. Returns the index of the statistic that counts the change,
/// or `None` if nothing changed.
fn replace_result(rules: &mut Rules<'_>, op: Op) -> Option<usize> {
    let Rules { ctx, facts, ranges, body, constants } = rules;
    let result = body.results(op).next().filter(|_| body.result_count(op) == 1)?;
    if !ctx.registry().op(body.def(op)).traits.contains(Traits::PURE) || !is_used(ctx, body, result) {
        return None;
    }
    let ty = body.value_type(result);
    if let Some(attr) = ranges.get(result).and_then(|range| single(ctx, body, result, range))
        && facts.has_constants(ctx, ty)
        && !is_passed(body, result)
    {
        let constant = constants.get(body, ty, attr);
        Builder::new(body).replace_all_uses(result, constant);
        return Some(0);
    }
    if let Some(value) = idle(ctx, ranges, body, op)
        && body.value_type(value) == ty
        && kept_by(ctx, body, op, value)
    {
        Builder::new(body).replace_all_uses(result, value);
        return Some(1);
    }
    if let Some(def) = unsigned(ctx, ranges, body, op, ty) {
        let operands: SmallVec<[Value; 2]> = body.operands(op).collect();
        let (loc, attrs, name) = (body.loc(op), body.attrs(op), body.value_name(result));
        let mut b = Builder::at(body, InsertPoint::Before(op));
        let value = b.value(NewOp { loc, operands: &operands, results: &[ty], attrs, ..NewOp::new(def) });
        b.set_value_name(result, None);
        b.set_value_name(value, name);
        b.replace_all_uses(result, value);
        b.erase(op);
        return Some(2);
    }
    let value = rules.apply(op)?;
    let name = rules.body.value_name(result);
    let mut b = Builder::new(rules.body);
    if b.value_name(value).is_none() {
        b.set_value_name(result, None);
        b.set_value_name(value, name);
    }
    b.replace_all_uses(result, value);
    Some(3)
}

/// Returns the constant that a value always equals because its range has a single element. Returns `None` for other
/// ranges, and for values that are already constants.
fn single(ctx: &Context, body: &Body, value: Value, range: Range) -> Option<Attribute> {
    let bits = range.single()?;
    if constant_of(ctx, body, value).is_some() {
        return None;
    }
    let ty = body.value_type(value);
    let shape = constant::shape(ctx, ty)?;
    Some(constant::from_lanes(ctx, ty, shape, &vec![bits; shape.lanes()]))
}

/// Returns the operand that is always equal to the result of an op, if any.
fn idle(ctx: &Context, ranges: &Ranges, body: &Body, op: Op) -> Option<Value> {
    let row = ctx.registry().op(body.def(op)).row;
    let values: SmallVec<[Value; 3]> = body.operands(op).collect();
    let of: SmallVec<[Range; 3]> = values.iter().map(|&value| ranges.at(op, value)).collect::<Option<_>>()?;
    let index = match (body.def(op), row.set, row.opcode, &of[..]) {
        (spv::UMod::ID, .., [a, b]) if a.unsigned.1 < b.unsigned.0 => 0,
        (spv::SRem::ID | spv::SMod::ID, .., [a, b]) if a.signed.0 >= 0 && a.signed.1 < b.signed.0 => 0,
        (spv::BitwiseAnd::ID, .., [a, b]) => kept_bits(a, b)?,
        (spv::BitwiseOr::ID, .., [a, b]) => kept_bits(&negated(a), &negated(b))?,
        (_, set::GLSL, glsl::U_MIN, [a, b]) => {
            first(a.unsigned.1 <= b.unsigned.0, b.unsigned.1 <= a.unsigned.0)?
        }
        (_, set::GLSL, glsl::U_MAX, [a, b]) => {
            first(b.unsigned.1 <= a.unsigned.0, a.unsigned.1 <= b.unsigned.0)?
        }
        (_, set::GLSL, glsl::S_MIN, [a, b]) => first(a.signed.1 <= b.signed.0, b.signed.1 <= a.signed.0)?,
        (_, set::GLSL, glsl::S_MAX, [a, b]) => first(b.signed.1 <= a.signed.0, a.signed.1 <= b.signed.0)?,
        (_, set::GLSL, glsl::U_CLAMP, [a, low, high])
            if low.unsigned.1 <= a.unsigned.0 && a.unsigned.1 <= high.unsigned.0 =>
        {
            0
        }
        (_, set::GLSL, glsl::S_CLAMP, [a, low, high])
            if low.signed.1 <= a.signed.0 && a.signed.1 <= high.signed.0 =>
        {
            0
        }
        (_, set::GLSL, glsl::S_ABS, [a]) if a.signed.0 >= 0 => 0,
        _ => return undone(ctx, ranges, body, op),
    };
    Some(values[index])
}

/// Returns 0 if `is_first` holds and 1 if `is_second` holds, as the index of the operand that an op returns. Returns
/// `None` if neither holds.
fn first(is_first: bool, is_second: bool) -> Option<usize> {
    if is_first { Some(0) } else { is_second.then_some(1) }
}

/// Returns the index of the operand that equals the result of a bitwise AND, if any. In each bit in which this operand
/// may be 1, the other operand is 1.
fn kept_bits(a: &Range, b: &Range) -> Option<usize> {
    let all = Range::full(a.width).unsigned.1;
    first(a.zeros | b.ones == all, b.zeros | a.ones == all)
}

fn negated(a: &Range) -> Range {
    Range { zeros: a.ones, ones: a.zeros, ..*a }
}

/// Returns the unsigned operation that is equivalent to a signed one, if the operands are non-negative. Except for
/// shifts, the result type must be unsigned. Returns `None` for other ops.
fn unsigned(ctx: &Context, ranges: &Ranges, body: &Body, op: Op, ty: Type) -> Option<OpDefId> {
    let (from, to) = *UNSIGNED.iter().find(|row| row.0 == body.def(op))?;
    let is_shift = from == spv::ShiftRightArithmetic::ID;
    // Shift amounts are always interpreted as unsigned.
    let checked = if is_shift { 1 } else { body.operand_count(op) };
    let positive = |value| ranges.at(op, value).is_some_and(|range| range.signed.0 >= 0);
    // The operands of OpUDiv and OpUMod must have the result type. The signed operations also allow operands of the
    // other signedness.
    let takes = |value| from == spv::SConvert::ID || body.value_type(value) == ty;
    let fits = |value| is_shift || is_unsigned(ctx, ty) && takes(value);
    body.operands(op).take(checked).all(|value| positive(value) && fits(value)).then_some(to)
}

fn is_unsigned(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Integer { signedness, .. } => *signedness != Signedness::Signed,
        TypeData::Vector { element, .. } => is_unsigned(ctx, *element),
        _ => false,
    }
}
