//! Rewrite rules that replace an op with cheaper ones, given integer ranges

use crate::ranges::{NoWrap, Range, Ranges, never_wraps};
use crate::support::spirv::integer;
use crate::support::values::Constants;
use smallvec::SmallVec;
use spv_dialect::fold::Facts;
use spv_dialect::fold::constant;
use spv_dialect::spv;
use spv_ir::dialect::OpDefId;
use spv_ir::rewrite::has_one_use;
use spv_ir::{Body, Builder, Context, InsertPoint, NewOp, Op, Signedness, Type, TypeData, Value};

/// The body and the analyses that the rewrite rules use.
pub(super) struct Rules<'a> {
    pub ctx: &'a Context,
    pub facts: Facts,
    pub ranges: &'a Ranges,
    pub body: &'a mut Body,
    pub constants: &'a mut Constants,
}

/// A rewrite rule for an op with one result. Returns the replacement of the result, or `None` if the rule does not
/// apply. May insert ops before the op.
type Rule = fn(&mut Rules<'_>, Op) -> Option<Value>;

const RULES: &[Rule] = &[shift_for_division, mask_for_remainder, compare_without_addition, narrow];

/// Signed comparisons. [`UNSIGNED`] lists the unsigned comparisons in the same order.
const SIGNED: [OpDefId; 4] =
    [spv::SLessThan::ID, spv::SLessThanEqual::ID, spv::SGreaterThan::ID, spv::SGreaterThanEqual::ID];
const UNSIGNED: [OpDefId; 4] =
    [spv::ULessThan::ID, spv::ULessThanEqual::ID, spv::UGreaterThan::ID, spv::UGreaterThanEqual::ID];

/// 64-bit operations that can be computed in 32 bits. The low half of the result depends only on the low halves of the
/// operands. For some operations, this requires zero-extended operands.
const NARROWED: [OpDefId; 9] = [
    spv::IAdd::ID,
    spv::ISub::ID,
    spv::IMul::ID,
    spv::BitwiseAnd::ID,
    spv::BitwiseOr::ID,
    spv::BitwiseXor::ID,
    spv::UDiv::ID,
    spv::UMod::ID,
    spv::ShiftRightLogical::ID,
];

impl Rules<'_> {
    /// Applies the first matching rule to an op. Returns the replacement of its result, or `None` if no rule applies.
    pub(super) fn apply(&mut self, op: Op) -> Option<Value> {
        RULES.iter().find_map(|rule| rule(self, op))
    }

    fn at(&self, op: Op, value: Value) -> Option<Range> {
        self.ranges.at(op, value)
    }

    fn create(&mut self, before: Op, def: OpDefId, operands: &[Value], ty: Type) -> Value {
        let loc = self.body.loc(before);
        let mut builder = Builder::at(self.body, InsertPoint::Before(before));
        builder.value(NewOp { loc, operands, results: &[ty], ..NewOp::new(def) })
    }

    /// Returns a constant whose components all have the given bits, or `None` if the module may not have constants of
    /// the type.
    fn constant(&mut self, ty: Type, bits: u64) -> Option<Value> {
        let shape = constant::shape(self.ctx, ty)?;
        if !self.facts.has_constants(self.ctx, ty) {
            return None;
        }
        let attr = constant::from_lanes(self.ctx, ty, shape, &vec![bits; shape.lanes()]);
        Some(self.constants.get(self.body, ty, attr))
    }

    /// Returns the exponent `n` if each component of a constant is 2^n, or `None` for other values.
    fn power_of_two(&self, op: Op, value: Value) -> Option<u32> {
        let bits = self.at(op, value)?.single()?;
        bits.is_power_of_two().then(|| bits.trailing_zeros())
    }
}

/// Rewrites `x / 2^n` to a shift if `x` is non-negative.
fn shift_for_division(rules: &mut Rules<'_>, op: Op) -> Option<Value> {
    let (value, exponent) = divided(rules, op, &[spv::SDiv::ID])?;
    let ty = rules.body.value_type(value);
    let amount = rules.constant(ty, exponent.into())?;
    Some(rules.create(op, spv::ShiftRightLogical::ID, &[value, amount], ty))
}

/// Rewrites `x % 2^n` to a bitwise AND with a mask, if `x` is non-negative.
fn mask_for_remainder(rules: &mut Rules<'_>, op: Op) -> Option<Value> {
    let (value, exponent) = divided(rules, op, &[spv::SRem::ID, spv::SMod::ID])?;
    let ty = rules.body.value_type(value);
    let mask = rules.constant(ty, (1 << exponent) - 1)?;
    Some(rules.create(op, spv::BitwiseAnd::ID, &[value, mask], ty))
}

/// Matches a division of a non-negative integer by a power of two. Returns the dividend and the exponent of the
/// divisor.
fn divided(rules: &Rules<'_>, op: Op, divisions: &[OpDefId]) -> Option<(Value, u32)> {
    if !divisions.contains(&rules.body.def(op)) {
        return None;
    }
    let [value, divisor] = rules.body.first_operands(op);
    let result = rules.body.value_type(rules.body.result(op, 0));
    let range = rules.at(op, value).filter(|range| range.signed.0 >= 0)?;
    // The largest power of two is negative if it is interpreted as signed.
    let exponent = rules.power_of_two(op, divisor).filter(|exponent| exponent + 1 < range.width)?;
    (rules.body.value_type(value) == result).then_some((value, exponent))
}

/// Returns the kinds of overflow, signed and unsigned, that an operation excludes by its flags or by the operand
/// ranges.
pub(super) fn wraps_not(ctx: &Context, ranges: &Ranges, body: &Body, op: Op) -> NoWrap {
    let has = |key| ctx.dict_get(body.attrs(op), key).is_some();
    let operands: Option<SmallVec<[Range; 2]>> =
        body.operands(op).map(|value| ranges.at(op, value)).collect();
    let opcode = ctx.registry().op(body.def(op)).row.opcode;
    let proved = operands.map(|operands| never_wraps(opcode, &operands)).unwrap_or_default();
    NoWrap {
        signed: proved.signed || has("no_signed_wrap"),
        unsigned: proved.unsigned || has("no_unsigned_wrap"),
    }
}

/// Rewrites `x + c1 < c2` to `x < c2 - c1`, if the sum does not wrap and has no other use.
fn compare_without_addition(rules: &mut Rules<'_>, op: Op) -> Option<Value> {
    let def = rules.body.def(op);
    let signed = SIGNED.contains(&def);
    if !signed && !UNSIGNED.contains(&def) {
        return None;
    }
    let (ctx, body) = (rules.ctx, &*rules.body);
    for side in [0, 1] {
        let (sum, bound) = (body.operand(op, side), body.operand(op, 1 - side));
        let Some(addition) = body.defining_op(sum).filter(|&sum| body.def(sum) == spv::IAdd::ID) else {
            continue;
        };
        if !has_one_use(ctx, body, sum) {
            continue;
        }
        let no_wrap = wraps_not(ctx, rules.ranges, body, addition);
        if !(if signed { no_wrap.signed } else { no_wrap.unsigned }) {
            continue;
        }
        let Some(bound_at) = rules.at(op, bound).filter(|bound| bound.single().is_some()) else { continue };
        for (added, value) in
            [(0, 1), (1, 0)].map(|(a, b)| (body.operand(addition, a), body.operand(addition, b)))
        {
            let Some(added_at) = rules.at(addition, added).filter(|range| range.single().is_some()) else {
                continue;
            };
            let ty = body.value_type(value);
            let difference = match signed {
                true => bound_at.signed.0.checked_sub(added_at.signed.0),
                false => bound_at.unsigned.0.checked_sub(added_at.unsigned.0).map(|n| n as i64),
            }?;
            let fits = !signed || {
                let least = Range::full(bound_at.width).signed;
                (least.0..=least.1).contains(&difference)
            };
            if !fits || body.value_type(bound) != ty {
                continue;
            }
            let new = rules.constant(ty, difference as u64 & Range::full(bound_at.width).unsigned.1)?;
            let operands = if side == 0 { [value, new] } else { [new, value] };
            let result = rules.body.value_type(rules.body.result(op, 0));
            return Some(rules.create(op, def, &operands, result));
        }
    }
    None
}

/// Narrows a 64-bit operation to 32 bits and extends the result, if the operands and the result fit in 32 bits. A
/// comparison needs no extension.
fn narrow(rules: &mut Rules<'_>, op: Op) -> Option<Value> {
    let ctx = rules.ctx;
    let def = rules.body.def(op);
    // Signed and unsigned comparisons of non-negative integers have the same result.
    let def = SIGNED.iter().position(|&signed| signed == def).map_or(def, |index| UNSIGNED[index]);
    let compares = UNSIGNED.contains(&def) || [spv::IEqual::ID, spv::INotEqual::ID].contains(&def);
    if !compares && !NARROWED.contains(&def) {
        return None;
    }
    let result = rules.body.result(op, 0);
    let ty = rules.body.value_type(result);
    let operands: SmallVec<[Value; 2]> = rules.body.operands(op).collect();
    let is_wide = |ty| matches!(ctx.type_data(ty), TypeData::Integer { width: 64, .. });
    let types: SmallVec<[Type; 2]> = operands.iter().map(|v| rules.body.value_type(*v)).collect();
    if !types.iter().all(|ty| is_wide(*ty)) || !(compares || is_wide(ty)) {
        return None;
    }
    let fits = |range: Range| range.unsigned.1 <= u32::MAX.into();
    if !operands.iter().all(|value| rules.at(op, *value).is_some_and(fits))
        || !(compares || rules.ranges.get(result).is_some_and(fits))
    {
        return None;
    }
    let amount = operands.get(spv::ShiftRightLogical::SHIFT).and_then(|value| rules.at(op, *value));
    if def == spv::ShiftRightLogical::ID && amount.is_none_or(|amount| amount.unsigned.1 >= u32::BITS.into())
    {
        return None;
    }
    let source = |rules: &Rules<'_>, value: Value| {
        let extension = rules.body.defining_op(value)?;
        let source = rules.body.own_operands(extension).next()?;
        let is_word =
            matches!(ctx.type_data(rules.body.value_type(source)), TypeData::Integer { width: 32, .. });
        let def = rules.body.def(extension);
        (is_word && [spv::UConvert::ID, spv::SConvert::ID].contains(&def)).then_some(source)
    };
    let sources: SmallVec<[Option<Value>; 2]> = operands.iter().map(|v| source(rules, *v)).collect();
    let constants: SmallVec<[Option<u64>; 2]> =
        operands.iter().map(|v| integer(ctx, rules.body, *v)).collect();
    let all = sources.iter().zip(&constants).all(|(source, constant)| source.is_some() || constant.is_some());
    if !all || sources.iter().all(Option::is_none) {
        return None;
    }
    let word = ctx.int_type(32, Signedness::Signless);
    let mut narrowed: SmallVec<[Value; 2]> = SmallVec::new();
    for (source, constant) in sources.into_iter().zip(constants) {
        narrowed.push(match (source, constant) {
            (Some(source), _) if rules.body.value_type(source) == word => source,
            (Some(source), _) => rules.create(op, spv::Bitcast::ID, &[source], word),
            (None, constant) => rules.constant(word, constant?)?,
        });
    }
    if compares {
        return Some(rules.create(op, def, &narrowed, ty));
    }
    let small = rules.create(op, def, &narrowed, word);
    let unsigned = !matches!(ctx.type_data(ty), TypeData::Integer { signedness: Signedness::Signed, .. });
    if unsigned {
        return Some(rules.create(op, spv::UConvert::ID, &[small], ty));
    }
    let wide = ctx.int_type(64, Signedness::Signless);
    let wide = rules.create(op, spv::UConvert::ID, &[small], wide);
    Some(rules.create(op, spv::Bitcast::ID, &[wide], ty))
}

/// Returns `x` for `(x * c) / c` and `(x << c) >> c`, if nothing wraps. Returns `None` for other ops.
pub(super) fn undone(ctx: &Context, ranges: &Ranges, body: &Body, op: Op) -> Option<Value> {
    let (inner_def, signed) = match body.def(op) {
        spv::UDiv::ID => (spv::IMul::ID, false),
        spv::SDiv::ID => (spv::IMul::ID, true),
        spv::ShiftRightLogical::ID => (spv::ShiftLeftLogical::ID, false),
        spv::ShiftRightArithmetic::ID => (spv::ShiftLeftLogical::ID, true),
        _ => return None,
    };
    let [made, amount] = body.first_operands(op);
    let inner = body.defining_op(made).filter(|&inner| body.def(inner) == inner_def)?;
    let same = |value: Value| {
        let constants = (integer(ctx, body, value), integer(ctx, body, amount));
        value == amount || matches!(constants, (Some(a), Some(b)) if a == b)
    };
    let [a, b] = body.first_operands(inner);
    let value = match () {
        () if same(b) => a,
        () if inner_def == spv::IMul::ID && same(a) => b,
        () => return None,
    };
    let no_wrap = wraps_not(ctx, ranges, body, inner);
    (if signed { no_wrap.signed } else { no_wrap.unsigned }).then_some(value)
}
