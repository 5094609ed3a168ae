//! Patterns for arithmetic, logic and conversions

use super::constant::{self, Scalar};
use super::decorations::{can_merge, stands_alone, without_wrap_flags};
use super::identity::splat;
use super::value::{defined_by, opcode, operands_of};
use super::{Facts, lane};
use crate::decorations;
use crate::generated::opcodes::*;
use crate::generated::views::IAdd;
use crate::overlay::CORE_FOLDS;
use crate::table::core_index;
use spv_ir::{AttrData, Attribute, Body, Context, Folding, NewOp, Op, Rewriter, Value, rewrite};

/// The op that replaces another op.
pub struct New<'a> {
    /// Instruction set index; 0 for core instructions.
    pub set: u16,
    /// Opcode in the instruction set.
    pub opcode: u32,
    /// Value operands of the new op.
    pub operands: &'a [Value],
    /// Literal list of the new op, if the instruction has one.
    pub words: Option<&'a [u32]>,
}

impl<'a> New<'a> {
    /// Creates the description of a core instruction without literals.
    pub fn of(opcode: u32, operands: &'a [Value]) -> New<'a> {
        New { set: 0, opcode, operands, words: None }
    }
}

/// Returns the attributes of a local undefined value that is an OpUndef at module scope in the binary.
pub fn undef_attrs(ctx: &Context) -> Attribute {
    ctx.dict_attr(vec![(ctx.ident(decorations::MODULE_SCOPE), ctx.i32_attr(0))])
}

/// Replaces an op with an undefined value of the same type.
pub fn substitute_undef(r: &mut Rewriter<'_>, op: Op) -> bool {
    let ctx = r.ctx();
    let Some(def) = ctx.registry().op_by_code(0, UNDEF) else { return false };
    let ty = r.value_type(r.result(op, 0));
    let attrs = Some(undef_attrs(ctx));
    let value = r.value(NewOp { results: &[ty], attrs, ..NewOp::new(def) });
    r.replace(op, &[value]);
    true
}

/// Replaces an op with another op of the same result type. Preserves the name, location and decorations, except the
/// no-wrap decorations.
pub fn substitute(r: &mut Rewriter<'_>, op: Op, new: New<'_>) -> bool {
    let ctx = r.ctx();
    let Some(def) = ctx.registry().op_by_code(new.set, new.opcode) else { return false };
    let slots: &[u32] = match new.words {
        Some([]) => &[0],
        Some(words) => &[ctx.attr(AttrData::Words(words.into())).raw()],
        None => &[],
    };
    let result = r.result(op, 0);
    let (ty, name) = (r.value_type(result), r.value_name(result));
    // No-wrap decorations are not valid for other ops or operands.
    let attrs = without_wrap_flags(ctx, r.attrs(op));
    let made = r.create(NewOp {
        loc: r.loc(op),
        operands: new.operands,
        slots,
        results: &[ty],
        attrs,
        ..NewOp::new(def)
    });
    let value = r.result(made, 0);
    if name.is_some() {
        r.modify(made, |builder| builder.set_value_name(value, name));
    }
    r.replace(op, &[value]);
    true
}

/// Returns whether the program uses the single result of an op exactly once.
pub fn has_one_use(ctx: &Context, body: &Body, op: Op) -> bool {
    rewrite::has_one_use(ctx, body, body.result(op, 0))
}

/// Returns the op that defines a value. Returns `None` unless the op has the opcode `wanted`, no other use, and only
/// decorations that may be dropped.
pub fn own(f: Folding<'_>, value: Value, wanted: u32) -> Option<Op> {
    defined_by(f, value, wanted)
        .filter(|&def| has_one_use(f.ctx, f.body, def) && can_merge(f.ctx, f.body, def))
}

/// Returns the operands of the op that [`own`] finds.
pub fn own_operands_of<const N: usize>(f: Folding<'_>, value: Value, wanted: u32) -> Option<[Value; N]> {
    own(f, value, wanted).map(|def| f.body.first_operands(def))
}

fn same_types(f: Folding<'_>, op: Op, values: &[Value]) -> bool {
    let ty = f.body.value_type(f.body.result(op, 0));
    values.iter().all(|&value| f.body.value_type(value) == ty)
}

/// Moves a constant left operand of a commutative op to the right.
pub fn constant_right(r: &mut Rewriter<'_>, op: Op) -> bool {
    let [a, b] = r.first_operands(op);
    if r.constant_of(a).is_none() || r.constant_of(b).is_some() {
        return false;
    }
    r.modify(op, |builder| {
        builder.set_operand(op, IAdd::OPERAND1, b);
        builder.set_operand(op, IAdd::OPERAND2, a);
    });
    true
}

/// Folds the binary instruction `code` on two constants to a constant of the type of `like`. Returns `None` if an
/// operand is not constant or the instruction cannot be folded.
pub fn compute(f: Folding<'_>, code: u32, like: Value, a: Value, b: Value) -> Option<Attribute> {
    let ty = f.body.value_type(like);
    let shape = constant::shape(f.ctx, ty)?;
    let operand = |value| {
        let own = constant::shape(f.ctx, f.body.value_type(value))?;
        Some((own, constant::lanes(f.ctx, own, f.constant(value)?)?))
    };
    let function = CORE_FOLDS[core_index(code)?].lane?;
    let facts = Facts::from_bits_truncate(f.facts);
    let lanes = lane::evaluate(facts, function, shape, &[operand(a)?, operand(b)?])?;
    Some(constant::from_lanes(f.ctx, ty, shape, &lanes))
}

/// Replaces `(x op c) op d` with `x op (c op d)`, where `c` and `d` are constants, if `x op c` has no other use.
pub fn associate(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [a, d] = f.body.first_operands(op);
        f.constant(d)?;
        let code = opcode(f, op)?;
        let [x, c] = own_operands_of(f, a, code)?;
        f.constant(c)?;
        let result = f.body.result(op, 0);
        Some((code, x, compute(f, code, result, c, d)?))
    })();
    let Some((code, x, attr)) = found else { return false };
    with_constant(r, op, code, x, attr, false)
}

/// Replaces an op with a binary op on a value and a constant of the result's type.
pub fn with_constant(
    r: &mut Rewriter<'_>,
    op: Op,
    code: u32,
    value: Value,
    attr: Attribute,
    constant_first: bool,
) -> bool {
    let ty = r.value_type(r.result(op, 0));
    let Some(constant) = r.constant(ty, attr) else { return false };
    let operands = if constant_first { [constant, value] } else { [value, constant] };
    substitute(r, op, New::of(code, &operands))
}

/// A sum or difference of a value and a constant.
#[derive(Clone, Copy)]
pub struct Sum {
    /// Whether the value is subtracted from the constant.
    pub negative: bool,
    /// The operand that is not constant.
    pub value: Value,
    /// The constant operand.
    pub constant: Value,
    /// Whether the constant is subtracted from the value.
    pub minus: bool,
}

/// Matches a sum or difference with one constant operand.
pub fn sum(f: Folding<'_>, op: Op) -> Option<Sum> {
    let minus = match opcode(f, op)? {
        I_ADD => false,
        I_SUB => true,
        _ => return None,
    };
    let [a, b] = f.body.first_operands(op);
    if f.constant(b).is_some() {
        Some(Sum { negative: false, value: a, constant: b, minus })
    } else if f.constant(a).is_some() {
        Some(Sum { negative: minus, value: b, constant: a, minus: false })
    } else {
        None
    }
}

/// Merges two nested integer sums or differences with constants into one.
pub fn merge_sums(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let outer = sum(f, op)?;
        let inner = f.body.defining_op(outer.value)?;
        if !has_one_use(f.ctx, f.body, inner) || !can_merge(f.ctx, f.body, inner) {
            return None;
        }
        let inner = sum(f, inner)?;
        let result = f.body.result(op, 0);
        // `minus` is true if the result subtracts the inner constant.
        let minus = inner.minus != outer.negative;
        let negative = inner.negative != outer.negative;
        let zero = constant::zero_like(f.ctx, f.body.value_type(result))?;
        let (c, d) = (outer.constant, inner.constant);
        let lanes = |value: Value| {
            let shape = constant::shape(f.ctx, f.body.value_type(value))?;
            constant::lanes(f.ctx, shape, f.constant(value)?)
        };
        let (c, d) = (lanes(c)?, lanes(d)?);
        let (shape, zeros) = zero;
        let total: constant::Lanes = (0..zeros.len())
            .map(|i| {
                let first = if outer.minus { 0u64.wrapping_sub(c[i]) } else { c[i] };
                let all = if minus { first.wrapping_sub(d[i]) } else { first.wrapping_add(d[i]) };
                all & shape.scalar.mask()
            })
            .collect();
        let attr = constant::from_lanes(f.ctx, f.body.value_type(result), shape, &total);
        Some((if negative { I_SUB } else { I_ADD }, inner.value, attr, negative))
    })();
    let Some((code, value, attr, first)) = found else { return false };
    with_constant(r, op, code, value, attr, first)
}

/// Returns the negation opcode for operands of an arithmetic opcode: OpSNegate or OpFNegate.
pub fn negation(code: u32) -> u32 {
    if matches!(code, I_ADD | I_SUB | I_MUL) { S_NEGATE } else { F_NEGATE }
}

/// Replaces `x + -y` and `-y + x` with `x - y`, which is exact even for floats.
pub fn add_of_negation(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let code = opcode(f, op)?;
        let [a, b] = f.body.first_operands(op);
        let (x, [y]) = [(a, b), (b, a)]
            .into_iter()
            .find_map(|(x, negated)| Some((x, own_operands_of(f, negated, negation(code))?)))?;
        Some((if code == I_ADD { I_SUB } else { F_SUB }, [x, y]))
    })();
    let Some((code, operands)) = found else { return false };
    substitute(r, op, New::of(code, &operands))
}

/// Replaces `x - -y` with `x + y`.
pub fn sub_of_negation(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let code = opcode(f, op)?;
        let [x, negated] = f.body.first_operands(op);
        let [y] = own_operands_of(f, negated, negation(code))?;
        Some((if code == I_SUB { I_ADD } else { F_ADD }, [x, y]))
    })();
    let Some((code, operands)) = found else { return false };
    substitute(r, op, New::of(code, &operands))
}

/// Replaces `-(x - y)` with `y - x` for integers. For floats, the sign of a zero would change.
pub fn negate_difference(r: &mut Rewriter<'_>, op: Op) -> bool {
    let [difference] = r.first_operands(op);
    let Some([x, y]) = own_operands_of(r.folding(), difference, I_SUB) else { return false };
    substitute(r, op, New::of(I_SUB, &[y, x]))
}

/// Replaces `-x * -y` with `x * y`, and `-x / -y` of floats with `x / y`.
pub fn product_of_negations(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let code = opcode(f, op)?;
        let [a, b] = f.body.first_operands(op);
        let negated = |value| own_operands_of(f, value, negation(code));
        let ([x], [y]) = (negated(a)?, negated(b)?);
        Some((code, [x, y]))
    })();
    let Some((code, operands)) = found else { return false };
    substitute(r, op, New::of(code, &operands))
}

/// Replaces `x / 2^n` with `x * 2^-n`, which is exact if neither `2^n` nor `2^-n` is denormal.
pub fn divide_by_power_of_two(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [x, divisor] = f.body.first_operands(op);
        let attr = f.constant(divisor)?;
        // Require that the divisor has no other use. Otherwise the module would need both constants.
        let only_use = f.body.defining_op(divisor).is_some_and(|def| has_one_use(f.ctx, f.body, def));
        let shape = constant::shape(f.ctx, f.body.value_type(divisor))?;
        let Scalar::Float(kind) = shape.scalar else { return None };
        if !only_use {
            return None;
        }
        let lanes = constant::lanes(f.ctx, shape, attr)?;
        let inverse = |bits: u64| {
            let value = super::float::decode(kind, bits)?;
            let (inverse, exact) = super::float::encode(kind, value.recip())?;
            let power = value.to_bits() << 12 == 0 && super::float::is_normal(shape.scalar, bits)?;
            (power && exact && super::float::is_normal(shape.scalar, inverse)?).then_some(inverse)
        };
        let inverses: constant::Lanes = lanes.into_iter().map(inverse).collect::<Option<_>>()?;
        Some((x, constant::from_lanes(f.ctx, f.body.value_type(divisor), shape, &inverses)))
    })();
    let Some((x, attr)) = found else { return false };
    with_constant(r, op, F_MUL, x, attr, false)
}

/// Replaces `x == false` and `x != true` with `!x`.
pub fn equal_to_constant(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [value, truth] = f.body.first_operands(op);
        let (truth, _) = splat(f, truth)?;
        ((truth == 0) == (opcode(f, op)? == LOGICAL_EQUAL)).then_some(value)
    })();
    let Some(value) = found else { return false };
    substitute(r, op, New::of(LOGICAL_NOT, &[value]))
}

/// Pairs of comparison opcodes, each of which is the negation of the other.
const OPPOSITE: &[(u32, u32)] = &[
    (I_EQUAL, I_NOT_EQUAL),
    (LOGICAL_EQUAL, LOGICAL_NOT_EQUAL),
    (U_LESS_THAN, U_GREATER_THAN_EQUAL),
    (U_GREATER_THAN, U_LESS_THAN_EQUAL),
    (S_LESS_THAN, S_GREATER_THAN_EQUAL),
    (S_GREATER_THAN, S_LESS_THAN_EQUAL),
    (F_ORD_EQUAL, F_UNORD_NOT_EQUAL),
    (F_UNORD_EQUAL, F_ORD_NOT_EQUAL),
    (F_ORD_LESS_THAN, F_UNORD_GREATER_THAN_EQUAL),
    (F_ORD_GREATER_THAN, F_UNORD_LESS_THAN_EQUAL),
    (F_ORD_LESS_THAN_EQUAL, F_UNORD_GREATER_THAN),
    (F_ORD_GREATER_THAN_EQUAL, F_UNORD_LESS_THAN),
];

fn opposite(code: u32) -> Option<u32> {
    let (a, b) = *OPPOSITE.iter().find(|(a, b)| *a == code || *b == code)?;
    Some(if a == code { b } else { a })
}

/// Replaces the negation of a comparison with the opposite comparison, if the comparison has no other use. Otherwise
/// keeps the negation: driver compilers derive the negated condition from the condition, but not one comparison from
/// the other.
pub fn not_of_comparison(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [condition] = f.body.first_operands(op);
        let comparison = f.body.defining_op(condition)?;
        let code = opposite(opcode(f, comparison)?)?;
        if !has_one_use(f.ctx, f.body, comparison) || !can_merge(f.ctx, f.body, comparison) {
            return None;
        }
        Some((code, f.body.first_operands::<2>(comparison)))
    })();
    let Some((code, operands)) = found else { return false };
    substitute(r, op, New::of(code, &operands))
}

/// Replaces `select(!c, a, b)` with `select(c, b, a)`.
pub fn select_of_not(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [condition, yes, no] = f.body.first_operands(op);
        let [condition] = operands_of(f, condition, LOGICAL_NOT)?;
        Some([condition, no, yes])
    })();
    let Some(operands) = found else { return false };
    substitute(r, op, New::of(SELECT, &operands))
}

/// Replaces `select(c, false, true)` with `!c`.
pub fn select_to_not(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [condition, yes, no] = f.body.first_operands(op);
        let not = matches!((splat(f, yes)?, splat(f, no)?), ((0, Scalar::Bool), (1, Scalar::Bool)));
        (not && same_types(f, op, &[condition])).then_some(condition)
    })();
    let Some(condition) = found else { return false };
    substitute(r, op, New::of(LOGICAL_NOT, &[condition]))
}

pub fn bitcast_of_bitcast(r: &mut Rewriter<'_>, op: Op) -> bool {
    let f = r.folding();
    let [cast] = f.body.first_operands(op);
    let Some(inner) = defined_by(f, cast, BITCAST) else { return false };
    if !can_merge(f.ctx, f.body, inner) {
        return false;
    }
    let [value] = f.body.first_operands(inner);
    substitute(r, op, New::of(BITCAST, &[value]))
}

/// Merges two conversions with the same opcode if the result does not change. Float conversions must both widen. For
/// integers, the inner conversion must widen, or both conversions must narrow.
pub fn convert_of_convert(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let code = opcode(f, op)?;
        let [converted] = f.body.first_operands(op);
        let inner = defined_by(f, converted, code)?;
        let [value] = f.body.first_operands(inner);
        let scalar = |value| constant::shape(f.ctx, f.body.value_type(value)).map(|shape| shape.scalar);
        let (a, b) = (scalar(value)?, scalar(converted)?);
        let c = scalar(f.body.result(op, 0))?;
        let (a, b, c) = (a.width(), b.width(), c.width());
        let flushes = Facts::FLUSHES_16 | Facts::FLUSHES_32 | Facts::FLUSHES_64;
        let fits = match code {
            F_CONVERT => {
                let facts = Facts::from_bits_truncate(f.facts);
                a < b && b < c && !facts.intersects(flushes)
            }
            _ => (a < b && a != c) || (a > b && b > c),
        };
        let plain = f.body.attrs(inner).is_none() && !stands_alone(f.ctx, f.body, op);
        (fits && plain).then_some((code, value))
    })();
    let Some((code, value)) = found else { return false };
    substitute(r, op, New::of(code, &[value]))
}
