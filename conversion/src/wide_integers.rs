//! Emulation of 64-bit integers on targets without Int64
//!
//! An integer becomes a vector of two 32-bit words; the low word is first.

use crate::arith::{Extend, whole};
use crate::emit::{Done, Emit, Replaces, Rw, SourceOps};
use crate::env::Spirv;
use crate::math::{from_halves, leading_zeros_of, trailing_zeros_of};
use spv_dialect::spv;
use spv_dialects::enums::CmpIPredicate as Predicate;
use spv_dialects::types::{element, int_width};
use spv_dialects::{arith, index, math, scf};
use spv_ir::arith::CONSTANT;
use spv_ir::builtin::CONSTANT_ID;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::dialect::OpDefId;
use spv_ir::{AttrData, Builder, InsertPoint, NewOp, Op, Type, TypeData, Value};

macro_rules! wide {
    ($($dialect:ident::$op:ident => $apply:expr;)*) => {
        [$(Pattern::new($dialect::$op::NAME, concat!(stringify!($op), " on two words"), |rw, op, operands| {
            let [original] = rw.first_operand_types(op);
            if !is_one(rw, original) {
                return Err(Mismatch::UNRELATED);
            }
            let apply: fn(&mut Rw<'_>, Op, &Operands) -> Result<Value, Mismatch> = $apply;
            apply(rw, op, operands)?.replaces(rw, op)
        }).benefit(3)),*]
    };
}

/// Patterns for ops with 64-bit integer operands.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &wide! {
    arith::AddI => |rw, _, o| binary(rw, o, add);
    arith::SubI => |rw, _, o| binary(rw, o, subtract);
    arith::MulI => |rw, _, o| binary(rw, o, multiply);
    arith::AndI => |rw, _, o| by_words(rw, o, spv::BitwiseAnd::ID);
    arith::OrI => |rw, _, o| by_words(rw, o, spv::BitwiseOr::ID);
    arith::XOrI => |rw, _, o| by_words(rw, o, spv::BitwiseXor::ID);
    arith::ShLI => |rw, _, o| shift(rw, o, Shift::Left);
    arith::ShRUI => |rw, _, o| shift(rw, o, Shift::RightLogical);
    arith::ShRSI => |rw, _, o| shift(rw, o, Shift::RightArithmetic);
    arith::DivUI => |rw, _, o| divide(rw, o, Division { signed: false, remainder: false });
    arith::RemUI => |rw, _, o| divide(rw, o, Division { signed: false, remainder: true });
    arith::DivSI => |rw, _, o| divide(rw, o, Division { signed: true, remainder: false });
    arith::RemSI => |rw, _, o| divide(rw, o, Division { signed: true, remainder: true });
    arith::CeilDivSI => |rw, _, o| rounded(rw, o, true);
    arith::FloorDivSI => |rw, _, o| rounded(rw, o, false);
    arith::CeilDivUI => |rw, _, o| ceiling(rw, o);
    arith::MaxSI => |rw, _, o| extremum(rw, o, true, true);
    arith::MaxUI => |rw, _, o| extremum(rw, o, true, false);
    arith::MinSI => |rw, _, o| extremum(rw, o, false, true);
    arith::MinUI => |rw, _, o| extremum(rw, o, false, false);
    arith::CmpI => compare;
    arith::TruncI => narrow;
    arith::IndexCast => narrow;
    arith::IndexCastUI => narrow;
    math::CtPop => |rw, _, o| {
        let counts = rw.op(spv::BitCount::ID, &o.first::<1>()?, words_type(rw));
        let [low, high] = words(rw, counts);
        let sum = word_op(rw, spv::IAdd::ID, low, high);
        let zero = rw.u32(0);
        Ok(pair(rw, sum, zero))
    };
    index::CastS => narrow;
    index::CastU => narrow;
    math::CountLeadingZeros => |rw, _, o| {
        let [value] = o.first()?;
        let (zeros, zero) = (leading_zeros(rw, value), rw.u32(0));
        Ok(pair(rw, zeros, zero))
    };
    math::CountTrailingZeros => |rw, _, o| {
        let [value] = o.first()?;
        let [low, high] = words(rw, value);
        let zeros = [trailing_zeros_of(rw, low, 32), trailing_zeros_of(rw, high, 32)];
        let (zeros, zero) = (from_halves(rw, low, zeros), rw.u32(0));
        Ok(pair(rw, zeros, zero))
    };
    math::AbsI => |rw, _, o| {
        let [value] = o.first()?;
        let is_negative = negative(rw, value);
        Ok(negate_if(rw, is_negative, value))
    };
    arith::SIToFP => |rw, op, o| {
        let [value] = o.first()?;
        let is_negative = negative(rw, value);
        let magnitude = negate_if(rw, is_negative, value);
        let value = to_float(rw, op, magnitude)?;
        let ty = rw.type_of(value);
        let opposite = rw.op(spv::FNegate::ID, &[value], ty);
        Ok(rw.select(is_negative, opposite, value))
    };
    arith::UIToFP => |rw, op, o| {
        let [value] = o.first()?;
        to_float(rw, op, value)
    };
};

/// Patterns for ops with a 64-bit integer result but no 64-bit operand, and for ops with two results.
pub(crate) static FROM_WORDS: &[Pattern<Spirv>] = &[
    Pattern::new(CONSTANT.name, "constant of two words", constant).benefit(3),
    Pattern::new(arith::AddUIExtended::NAME, "sum of two words with carry", |rw, op, operands| {
        both(rw, op, operands, |rw, a, b| {
            let sum = add(rw, a, b);
            [sum, less(rw, sum, a, false)]
        })
    })
    .benefit(3),
    Pattern::new(arith::MulUIExtended::NAME, "product of four words", |rw, op, operands| {
        both(rw, op, operands, multiply_extended)
    })
    .benefit(3),
    Pattern::new(arith::MulSIExtended::NAME, "signed product of four words", |rw, op, operands| {
        both(rw, op, operands, |rw, a, b| {
            let [low, mut high] = multiply_extended(rw, a, b);
            for (factor, other) in [(a, b), (b, a)] {
                let (is_negative, zero) = (negative(rw, factor), wide_constant(rw, 0));
                let excess = rw.select(is_negative, other, zero);
                high = subtract(rw, high, excess);
            }
            [low, high]
        })
    })
    .benefit(3),
    Pattern::new(arith::FPToSI::NAME, "float to two words", |rw, op, operands| {
        from_float(rw, op, operands, true)
    })
    .benefit(3),
    Pattern::new(arith::FPToUI::NAME, "float to two words", |rw, op, operands| {
        from_float(rw, op, operands, false)
    })
    .benefit(3),
    Pattern::new(arith::ExtSI::NAME, "sign extension to two words", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    })
    .benefit(3),
    Pattern::new(arith::ExtUI::NAME, "zero extension to two words", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    })
    .benefit(3),
    Pattern::new(arith::IndexCast::NAME, "sign extension to two words", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    })
    .benefit(2),
    Pattern::new(arith::IndexCastUI::NAME, "zero extension to two words", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    })
    .benefit(2),
    Pattern::new(index::CastS::NAME, "sign extension to two words", |rw, op, operands| {
        extend(rw, op, operands, Extend::Signed)
    })
    .benefit(2),
    Pattern::new(index::CastU::NAME, "zero extension to two words", |rw, op, operands| {
        extend(rw, op, operands, Extend::Unsigned)
    })
    .benefit(2),
];

/// Rejects ops on integers emulated by two words. Guards patterns that do not handle them.
pub(crate) fn refuse(rw: &Rw<'_>, op: Op) -> Done {
    let mut values = rw.own_operands(op).chain(rw.results(op));
    // All values of an op usually have the same type, so remember the last type.
    let mut last = None;
    let is_wide = |value| {
        let ty = rw.original_type(value);
        last.replace(ty) != Some(ty) && is_wide(rw, element(rw.ctx, ty))
    };
    match values.any(is_wide) {
        true => Err("the op is not supported on emulated 64-bit integers".into()),
        false => Ok(()),
    }
}

/// Returns whether a type before conversion is an integer that two 32-bit words emulate.
pub(crate) fn is_wide(rw: &Rw<'_>, original: Type) -> bool {
    int_width(rw.ctx, original) == Some(64)
        && !rw.env.target.has(spv_dialect::generated::values::capability::INT64)
}

/// Returns whether a type before conversion is a single emulated integer, or a vector or tensor with a single element
/// of this type.
pub(crate) fn is_one(rw: &Rw<'_>, original: Type) -> bool {
    let dims = match rw.ctx.type_data(original) {
        TypeData::Vector { dims, .. } | TypeData::Tensor { dims, .. } => &dims[..],
        _ => &[],
    };
    dims.iter().all(|length| *length == 1) && is_wide(rw, element(rw.ctx, original))
}

fn words_type(rw: &Rw<'_>) -> Type {
    rw.ctx.vector_type(2, rw.ctx.common().i32)
}

fn words(rw: &mut Rw<'_>, value: Value) -> [Value; 2] {
    let word = rw.ctx.common().i32;
    [rw.extract(value, 0, word), rw.extract(value, 1, word)]
}

fn pair(rw: &mut Rw<'_>, low: Value, high: Value) -> Value {
    let ty = words_type(rw);
    rw.op(spv::CompositeConstruct::ID, &[low, high], ty)
}

fn word_op(rw: &mut Rw<'_>, def: OpDefId, a: Value, b: Value) -> Value {
    let word = rw.ctx.common().i32;
    rw.op(def, &[a, b], word)
}

fn truth_op(rw: &mut Rw<'_>, def: OpDefId, a: Value, b: Value) -> Value {
    let truth = rw.ctx.common().i1;
    rw.op(def, &[a, b], truth)
}

fn constant(rw: &mut Rw<'_>, op: Op, _: &Operands) -> Done {
    if !is_one(rw, rw.value_type(rw.result(op, 0))) {
        return Err(Mismatch::UNRELATED);
    }
    let value = match rw.ctx.attr_data(rw.constant_value(op)?) {
        AttrData::Integer { value, .. } => Some(*value),
        AttrData::Dense { elements, .. } => elements.first().copied(),
        _ => None,
    };
    let value = wide_constant(rw, value.ok_or("the value is not a number")?);
    rw.replace(op, &[value]);
    Ok(())
}

/// Returns the constant attribute for an emulated integer.
pub(crate) fn number(rw: &Rw<'_>, value: u64) -> spv_ir::Attribute {
    rw.ctx.dense_attr(words_type(rw), vec![value & u64::from(u32::MAX), value >> 32])
}

/// Emits an emulated integer constant.
fn wide_constant(rw: &mut Rw<'_>, value: u64) -> Value {
    let (ty, attr) = (words_type(rw), number(rw, value));
    rw.constant(ty, attr)
}

fn binary(
    rw: &mut Rw<'_>,
    operands: &Operands,
    apply: fn(&mut Rw<'_>, Value, Value) -> Value,
) -> Result<Value, Mismatch> {
    let [a, b] = operands.first()?;
    Ok(apply(rw, a, b))
}

fn by_words(rw: &mut Rw<'_>, operands: &Operands, def: OpDefId) -> Result<Value, Mismatch> {
    let ty = words_type(rw);
    Ok(rw.op(def, &operands.first::<2>()?, ty))
}

/// Emits an addition of two emulated 64-bit integers.
pub(crate) fn add(rw: &mut Rw<'_>, a: Value, b: Value) -> Value {
    let ([a_low, a_high], [b_low, b_high]) = (words(rw, a), words(rw, b));
    let low = word_op(rw, spv::IAdd::ID, a_low, b_low);
    let carry = truth_op(rw, spv::ULessThan::ID, low, a_low);
    let (one, zero) = (rw.u32(1), rw.u32(0));
    let carry = rw.select(carry, one, zero);
    let high = word_op(rw, spv::IAdd::ID, a_high, b_high);
    let high = word_op(rw, spv::IAdd::ID, high, carry);
    pair(rw, low, high)
}

fn subtract(rw: &mut Rw<'_>, a: Value, b: Value) -> Value {
    let ([a_low, a_high], [b_low, b_high]) = (words(rw, a), words(rw, b));
    let low = word_op(rw, spv::ISub::ID, a_low, b_low);
    let borrow = truth_op(rw, spv::ULessThan::ID, a_low, b_low);
    let (one, zero) = (rw.u32(1), rw.u32(0));
    let borrow = rw.select(borrow, one, zero);
    let high = word_op(rw, spv::ISub::ID, a_high, b_high);
    let high = word_op(rw, spv::ISub::ID, high, borrow);
    pair(rw, low, high)
}

pub(crate) fn multiply(rw: &mut Rw<'_>, a: Value, b: Value) -> Value {
    let ([a_low, a_high], [b_low, b_high]) = (words(rw, a), words(rw, b));
    let word = rw.ctx.common().i32;
    let (low, high) = crate::arith::product(rw, &[a_low, b_low], word, false);
    let first = word_op(rw, spv::IMul::ID, a_low, b_high);
    let second = word_op(rw, spv::IMul::ID, a_high, b_low);
    let high = word_op(rw, spv::IAdd::ID, high, first);
    let high = word_op(rw, spv::IAdd::ID, high, second);
    pair(rw, low, high)
}

/// Replaces the results of an op with the two values that `apply` emits.
fn both(
    rw: &mut Rw<'_>,
    op: Op,
    operands: &Operands,
    apply: fn(&mut Rw<'_>, Value, Value) -> [Value; 2],
) -> Done {
    let [original] = rw.first_operand_types(op);
    if !is_one(rw, original) {
        return Err(Mismatch::UNRELATED);
    }
    let [a, b] = operands.first()?;
    let values = apply(rw, a, b);
    rw.done(op, &values)
}

/// Emits an unsigned multiplication of emulated 64-bit integers. Returns the low half and the high half of the product.
fn multiply_extended(rw: &mut Rw<'_>, a: Value, b: Value) -> [Value; 2] {
    let ([a_low, a_high], [b_low, b_high]) = (words(rw, a), words(rw, b));
    let (word, zero) = (rw.ctx.common().i32, rw.u32(0));
    let product = |rw: &mut Rw<'_>, a, b| <[Value; 2]>::from(crate::arith::product(rw, &[a, b], word, false));
    let [lowest, carried] = product(rw, a_low, b_low);
    let (first, second) = (product(rw, a_low, b_high), product(rw, a_high, b_low));
    let highest = product(rw, a_high, b_high);
    // Neither sum below exceeds 64 bits.
    let (first, carried) = (pair(rw, first[0], first[1]), pair(rw, carried, zero));
    let sum = add(rw, first, carried);
    let [middle, first_carry] = words(rw, sum);
    let (second, middle) = (pair(rw, second[0], second[1]), pair(rw, middle, zero));
    let sum = add(rw, second, middle);
    let [middle, second_carry] = words(rw, sum);
    let mut high = pair(rw, highest[0], highest[1]);
    for carry in [first_carry, second_carry] {
        let carry = pair(rw, carry, zero);
        high = add(rw, high, carry);
    }
    [pair(rw, lowest, middle), high]
}

/// Emits the maximum of two emulated 64-bit integers if `greater` is set, or else the minimum.
pub(crate) fn extreme(rw: &mut Rw<'_>, a: Value, b: Value, greater: bool, signed: bool) -> Value {
    let first = if greater { less(rw, b, a, signed) } else { less(rw, a, b, signed) };
    rw.select(first, a, b)
}

fn leading_zeros(rw: &mut Rw<'_>, value: Value) -> Value {
    let [low, high] = words(rw, value);
    let (low_zeros, high_zeros) = (leading_zeros_of(rw, low, 32), leading_zeros_of(rw, high, 32));
    from_halves(rw, high, [high_zeros, low_zeros])
}

/// Converts an unsigned 64-bit integer to the nearest float: shifts out the leading zeros, converts the high word, and
/// scales the result. The lowest bit of the word is also set if any dropped bit is set, so that rounding is correct.
fn to_float(rw: &mut Rw<'_>, op: Op, value: Value) -> Result<Value, Mismatch> {
    let (ty, f32) = (rw.result_types(op)?[0], rw.ctx.common().f32);
    let zeros = leading_zeros(rw, value);
    let moved = shift_by(rw, value, zeros, Shift::Left);
    let [low, high] = words(rw, moved);
    let (zero, one) = (rw.u32(0), rw.u32(1));
    let more = truth_op(rw, spv::INotEqual::ID, low, zero);
    let more = rw.select(more, one, zero);
    let high = word_op(rw, spv::BitwiseOr::ID, high, more);
    let float = rw.op(spv::ConvertUToF::ID, &[high], f32);
    // Compute the bits of the float `2^(32 - zeros)`.
    let (most, place) = (rw.u32(127 + 32), rw.u32(23));
    let exponent = word_op(rw, spv::ISub::ID, most, zeros);
    let exponent = word_op(rw, spv::ShiftLeftLogical::ID, exponent, place);
    let scale = rw.op(spv::Bitcast::ID, &[exponent], f32);
    let value = rw.op(spv::FMul::ID, &[float, scale], f32);
    let original = rw.value_type(rw.result(op, 0));
    if ty == f32 {
        Ok(crate::narrow_floats::round_emulated(rw, value, original))
    } else {
        Ok(rw.op(spv::FConvert::ID, &[value], ty))
    }
}

/// Converts a float to an integer. The high word is the quotient of a division by 2^32, and the low word is the
/// remainder. Both are exact as floats.
fn from_float(rw: &mut Rw<'_>, op: Op, operands: &Operands, signed: bool) -> Done {
    if !is_one(rw, rw.value_type(rw.result(op, 0))) {
        return Err(Mismatch::UNRELATED);
    }
    let (f32, word, [value]) = (rw.ctx.common().f32, rw.ctx.common().i32, operands.first()?);
    let value = if rw.type_of(value) == f32 { value } else { rw.op(spv::FConvert::ID, &[value], f32) };
    let magnitude = if signed { rw.op(spv::glsl::FAbs::ID, &[value], f32) } else { value };
    let (down, up) = (rw.float(f32, 2f64.powi(-32)), rw.float(f32, 2f64.powi(32)));
    let quotient = rw.op(spv::FMul::ID, &[magnitude, down], f32);
    let quotient = rw.op(spv::glsl::Floor::ID, &[quotient], f32);
    let taken = rw.op(spv::FMul::ID, &[quotient, up], f32);
    let rest = rw.op(spv::FSub::ID, &[magnitude, taken], f32);
    let (low, high) =
        (rw.op(spv::ConvertFToU::ID, &[rest], word), rw.op(spv::ConvertFToU::ID, &[quotient], word));
    let mut result = pair(rw, low, high);
    if signed {
        let (zero, truth) = (rw.float(f32, 0.0), rw.ctx.common().i1);
        let is_negative = rw.op(spv::FOrdLessThan::ID, &[value, zero], truth);
        result = negate_if(rw, is_negative, result);
    }
    rw.replace(op, &[result]);
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Left,
    RightLogical,
    RightArithmetic,
}

/// Emits a shift by less than 64 bits. A shift by 32 or more moves one word to the other word's position.
fn shift(rw: &mut Rw<'_>, operands: &Operands, how: Shift) -> Result<Value, Mismatch> {
    let [value, amount] = operands.first()?;
    let [amount, _] = words(rw, amount);
    Ok(shift_by(rw, value, amount, how))
}

/// Emits a shift by a 32-bit amount. A left shift by 64 yields zero.
fn shift_by(rw: &mut Rw<'_>, value: Value, amount: Value, how: Shift) -> Value {
    let [low, high] = words(rw, value);
    let (zero, size, mask) = (rw.u32(0), rw.u32(32), rw.u32(31));
    let within = word_op(rw, spv::BitwiseAnd::ID, amount, mask);
    let far = truth_op(rw, spv::UGreaterThanEqual::ID, amount, size);
    let none = truth_op(rw, spv::IEqual::ID, within, zero);
    let rest = word_op(rw, spv::ISub::ID, size, within);
    let rest = word_op(rw, spv::BitwiseAnd::ID, rest, mask);
    let right = if how == Shift::RightArithmetic {
        spv::ShiftRightArithmetic::ID
    } else {
        spv::ShiftRightLogical::ID
    };
    // Compute the bits that the shift moves from one word to the other.
    let (from, back) = match how {
        Shift::Left => (low, spv::ShiftRightLogical::ID),
        _ => (high, spv::ShiftLeftLogical::ID),
    };
    let moved = word_op(rw, back, from, rest);
    let moved = rw.select(none, zero, moved);
    if how == Shift::Left {
        let near_low = word_op(rw, spv::ShiftLeftLogical::ID, low, within);
        let near_high = word_op(rw, spv::ShiftLeftLogical::ID, high, within);
        let near_high = word_op(rw, spv::BitwiseOr::ID, near_high, moved);
        let new_low = rw.select(far, zero, near_low);
        let new_high = rw.select(far, near_low, near_high);
        return pair(rw, new_low, new_high);
    }
    let near_high = word_op(rw, right, high, within);
    let near_low = word_op(rw, spv::ShiftRightLogical::ID, low, within);
    let near_low = word_op(rw, spv::BitwiseOr::ID, near_low, moved);
    let fill = match how {
        Shift::RightArithmetic => word_op(rw, spv::ShiftRightArithmetic::ID, high, mask),
        _ => zero,
    };
    let new_low = rw.select(far, near_high, near_low);
    let new_high = rw.select(far, fill, near_high);
    pair(rw, new_low, new_high)
}

/// Emits the comparison `a < b` of two emulated 64-bit integers.
pub(crate) fn less(rw: &mut Rw<'_>, a: Value, b: Value, signed: bool) -> Value {
    let ([a_low, a_high], [b_low, b_high]) = (words(rw, a), words(rw, b));
    let high = truth_op(rw, if signed { spv::SLessThan::ID } else { spv::ULessThan::ID }, a_high, b_high);
    let low = truth_op(rw, spv::ULessThan::ID, a_low, b_low);
    let same = truth_op(rw, spv::IEqual::ID, a_high, b_high);
    let low = truth_op(rw, spv::LogicalAnd::ID, same, low);
    truth_op(rw, spv::LogicalOr::ID, high, low)
}

fn equal(rw: &mut Rw<'_>, a: Value, b: Value) -> Value {
    let (both, truth) = (rw.bool_like(words_type(rw)), rw.ctx.common().i1);
    let same = rw.op(spv::IEqual::ID, &[a, b], both);
    rw.op(spv::All::ID, &[same], truth)
}

fn not(rw: &mut Rw<'_>, value: Value) -> Value {
    let truth = rw.ctx.common().i1;
    rw.op(spv::LogicalNot::ID, &[value], truth)
}

fn compare(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Result<Value, Mismatch> {
    let [a, b] = operands.first()?;
    let predicate = rw.word(op, arith::CmpI::predicate);
    let signed = predicate < Predicate::ULT;
    let value = match predicate {
        Predicate::EQ | Predicate::NE => equal(rw, a, b),
        Predicate::SLT | Predicate::SGE | Predicate::ULT | Predicate::UGE => less(rw, a, b, signed),
        Predicate::SLE | Predicate::SGT | Predicate::ULE | Predicate::UGT => less(rw, b, a, signed),
        _ => return Err("unknown predicate".into()),
    };
    // A predicate with an odd enumerant is the negation of the emitted comparison.
    Ok(if predicate % 2 == 1 { not(rw, value) } else { value })
}

fn extremum(rw: &mut Rw<'_>, operands: &Operands, greater: bool, signed: bool) -> Result<Value, Mismatch> {
    let [a, b] = operands.first()?;
    Ok(extreme(rw, a, b, greater, signed))
}

/// Truncates a 64-bit integer to at most 32 bits.
fn narrow(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Result<Value, Mismatch> {
    let original = rw.value_type(rw.result(op, 0));
    let ty = rw.result_types(op)?[0];
    let word = rw.ctx.common().i32;
    let [value] = operands.first()?;
    let low = rw.extract(value, 0, word);
    Ok(crate::arith::convert_int(rw, low, (word, original), ty, Extend::No))
}

fn extend(rw: &mut Rw<'_>, op: Op, operands: &Operands, how: Extend) -> Done {
    let [original] = rw.first_operand_types(op);
    if !is_one(rw, rw.value_type(rw.result(op, 0))) || is_one(rw, original) {
        return Err(Mismatch::UNRELATED);
    }
    let word = rw.ctx.common().i32;
    let [low] = operands.first()?;
    let low = match int_width(rw.ctx, element(rw.ctx, original)) {
        Some(_) => crate::arith::convert_int(rw, low, (original, word), word, how),
        None => whole(rw, low, original, how),
    };
    let high = match how {
        Extend::Signed => {
            let bits = rw.u32(31);
            word_op(rw, spv::ShiftRightArithmetic::ID, low, bits)
        }
        _ => rw.u32(0),
    };
    pair(rw, low, high).replaces(rw, op)
}

#[derive(Clone, Copy)]
struct Division {
    signed: bool,
    remainder: bool,
}

fn negative(rw: &mut Rw<'_>, value: Value) -> Value {
    let [_, high] = words(rw, value);
    let zero = rw.u32(0);
    truth_op(rw, spv::SLessThan::ID, high, zero)
}

/// Emits the negation of `value` if `condition` holds, or else `value` itself.
fn negate_if(rw: &mut Rw<'_>, condition: Value, value: Value) -> Value {
    let zero = wide_constant(rw, 0);
    let opposite = subtract(rw, zero, value);
    rw.select(condition, opposite, value)
}

fn divide(rw: &mut Rw<'_>, operands: &Operands, what: Division) -> Result<Value, Mismatch> {
    let [a, b] = operands.first()?;
    let [quotient, remainder] = quotient_and_remainder(rw, a, b, what.signed)?;
    Ok(if what.remainder { remainder } else { quotient })
}

/// Emits a division that rounds toward zero. Returns the quotient and the remainder.
fn quotient_and_remainder(rw: &mut Rw<'_>, a: Value, b: Value, signed: bool) -> Result<[Value; 2], Mismatch> {
    if !signed {
        return long_division(rw, a, b);
    }
    let (a_negative, b_negative) = (negative(rw, a), negative(rw, b));
    let (a, b) = (negate_if(rw, a_negative, a), negate_if(rw, b_negative, b));
    let [quotient, remainder] = long_division(rw, a, b)?;
    let differ = truth_op(rw, spv::LogicalNotEqual::ID, a_negative, b_negative);
    Ok([negate_if(rw, differ, quotient), negate_if(rw, a_negative, remainder)])
}

/// Emits a bitwise long division of unsigned integers as a loop. Returns the quotient and the remainder.
fn long_division(rw: &mut Rw<'_>, a: Value, b: Value) -> Result<[Value; 2], Mismatch> {
    let ctx = rw.ctx;
    let (index, ty) = (ctx.common().index, words_type(rw));
    let (loop_def, yield_def) = (rw.def(scf::For::NAME)?, rw.def(scf::Yield::NAME)?);
    let number = |rw: &mut Rw<'_>, value: u64| {
        let attr = ctx.int_attr(value, index);
        rw.value(NewOp { slots: &[attr.raw()], results: &[index], ..NewOp::new(CONSTANT_ID) })
    };
    let (zero, count, one) = (number(rw, 0), number(rw, 64), number(rw, 1));
    let nothing = wide_constant(rw, 0);
    rw.record_structure();
    let made = rw.create(NewOp {
        operands: &[zero, count, one, a, nothing],
        results: &[ty, ty],
        regions: 1,
        ..NewOp::new(loop_def)
    });
    let region = rw.region(made, 0);
    let block = Builder::new(rw.body_mut()).append_block(region);
    rw.add_arg(block, index);
    let (quotient, remainder) = (rw.add_arg(block, ty), rw.add_arg(block, ty));
    let after = rw.at;
    rw.at = InsertPoint::End(block);
    // Move the highest remaining bit of the dividend to the remainder.
    let ([q_low, q_high], [r_low, r_high]) = (words(rw, quotient), words(rw, remainder));
    let (bit, last) = (rw.u32(1), rw.u32(31));
    let next = |rw: &mut Rw<'_>, word: Value, below: Value| {
        let carried = word_op(rw, spv::ShiftRightLogical::ID, below, last);
        let moved = word_op(rw, spv::ShiftLeftLogical::ID, word, bit);
        word_op(rw, spv::BitwiseOr::ID, moved, carried)
    };
    let overflow = word_op(rw, spv::ShiftRightLogical::ID, r_high, last);
    let (new_high, new_low) = (next(rw, r_high, r_low), next(rw, r_low, q_high));
    let shifted = pair(rw, new_low, new_high);
    let new_high = next(rw, q_high, q_low);
    let new_low = word_op(rw, spv::ShiftLeftLogical::ID, q_low, bit);
    let below = less(rw, shifted, b, false);
    let fits = not(rw, below);
    let no_bits = rw.u32(0);
    let over = truth_op(rw, spv::INotEqual::ID, overflow, no_bits);
    let fits = truth_op(rw, spv::LogicalOr::ID, over, fits);
    let reduced = subtract(rw, shifted, b);
    let remainder = rw.select(fits, reduced, shifted);
    let with_bit = word_op(rw, spv::BitwiseOr::ID, new_low, bit);
    let new_low = rw.select(fits, with_bit, new_low);
    let quotient = pair(rw, new_low, new_high);
    rw.create(NewOp { operands: &[quotient, remainder], ..NewOp::new(yield_def) });
    rw.at = after;
    let results: Vec<Value> = rw.results(made).collect();
    Ok([results[0], results[1]])
}

/// Emits a signed division that rounds up if `up` is set, or else down.
fn rounded(rw: &mut Rw<'_>, operands: &Operands, up: bool) -> Result<Value, Mismatch> {
    let [a, b] = operands.first()?;
    let [quotient, remainder] = quotient_and_remainder(rw, a, b, true)?;
    let zero = wide_constant(rw, 0);
    let exact = equal(rw, remainder, zero);
    let inexact = not(rw, exact);
    let (negative_rest, negative_divisor) = (negative(rw, remainder), negative(rw, b));
    let compare = if up { spv::LogicalEqual::ID } else { spv::LogicalNotEqual::ID };
    let signs = truth_op(rw, compare, negative_rest, negative_divisor);
    let adjust = truth_op(rw, spv::LogicalAnd::ID, inexact, signs);
    let step = wide_constant(rw, if up { 1 } else { u64::MAX });
    let adjusted = add(rw, quotient, step);
    Ok(rw.select(adjust, adjusted, quotient))
}

fn ceiling(rw: &mut Rw<'_>, operands: &Operands) -> Result<Value, Mismatch> {
    let [a, b] = operands.first()?;
    let [quotient, remainder] = quotient_and_remainder(rw, a, b, false)?;
    let (zero, one) = (wide_constant(rw, 0), wide_constant(rw, 1));
    let exact = equal(rw, remainder, zero);
    let more = add(rw, quotient, one);
    Ok(rw.select(exact, quotient, more))
}
